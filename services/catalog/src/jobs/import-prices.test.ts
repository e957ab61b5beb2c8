import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually, type ApiClient } from '@partner-ordering/testing';
import { newGid, type Detail } from '@partner-ordering/kernel';
import { faults } from '../faults.ts';
import { csv, sheetServer, xlsx, type SheetAnswer, type SheetServer } from '../fixtures/sheets.ts';
import { sharedCatalog, type TestCatalog } from '../fixtures/test-catalog.ts';

const head = ['product', 'mode', 'due', 'amount', 'currency'];

describe('imports of prices', () => {
  let catalog: TestCatalog;
  let sheets: SheetServer;
  let organization: string;
  let manager: ApiClient;
  let product: string;
  before(async () => {
    [catalog, sheets] = await Promise.all([sharedCatalog(), sheetServer()]);
    organization = await catalog.organization({ price_sheet_url: sheets.url });
    manager = await catalog.signIn({ manages: [organization] });
    product = await catalog.product({ organizations: [{ gid: organization }] });
  });
  after(() => sheets.close());

  const fetchPath = (remove = true) => `/v1/organizations/${organization}/prices/fetch${remove ? '?remove=true' : ''}`;
  const ended = async (path: string) => {
    await eventually(async () => (await manager.get(path)).body.status !== 'pending', { timeoutMs: 30_000 });
    return (await manager.get(path)).body;
  };
  const importSheet = async (answer: SheetAnswer, remove = true) => {
    sheets.give(answer);
    const { status, headers } = await manager.get(fetchPath(remove));
    assert.equal(status, 202);
    return ended(headers.get('location')!);
  };
  const pricesOf = async (): Promise<[string, number, number][]> => {
    const query = ['organization.gid', '==', organization];
    const { body } = await catalog.admin.get('/v1/prices', { parameters: { query, orderBy: 'gid', sort: 'asc', limit: 100 } });
    return body.items.map(({ options, amount }: { options: { mode: string; due: number }; amount: number }) => [
      options.mode,
      options.due,
      amount,
    ]);
  };

  test('an import replaces all prices of the organization and no others', async () => {
    const options = { mode: 'multi', due: 5 };
    const own = await catalog.price(product, { organization: { gid: organization }, options });
    const standard = await catalog.price(product, { options });
    assert.equal(
      (await importSheet({ body: csv(head, [product, 'solo', 2, '90.50', 'EUR'], [product, 'multi', 2, 80, 'EUR']) })).prices_count,
      2,
    );
    assert.deepEqual(await pricesOf(), [
      ['solo', 2, 90.5],
      ['multi', 2, 80],
    ]);
    const statuses = await Promise.all([own, standard].map(async (gid) => (await catalog.admin.get(`/v1/prices/${gid}`)).status));
    assert.deepEqual(statuses, [404, 200]);
  });

  test('an XLSX file is read like a CSV file: numbers, shared texts, times and empty lines', async () => {
    const valid = [...head, 'valid_from', 'valid_until', 'skill'];
    const lines = [
      valid,
      [product, 'solo', 2, 12.340000000000002, 'EUR', new Date('2026-03-01T09:05:01Z'), '2026-06-01', null],
      [],
      [product, 'solo', 2, 15, 'EUR', '2026-06-01', null, null],
    ];
    const { status, failure, errors } = await importSheet({ body: xlsx(lines) });
    assert.deepEqual([status, failure, errors], ['imported', null, []]);
    const query = ['organization.gid', '==', organization];
    const { items } = (await catalog.admin.get('/v1/prices', { parameters: { query, orderBy: 'gid', sort: 'asc' } })).body;
    assert.deepEqual(
      items.map(({ amount, valid_from, valid_until }: Record<string, unknown>) => [amount, valid_from, valid_until]),
      [
        [12.34, '2026-03-01T09:05:01+0000', '2026-06-01T00:00:00+0000'],
        [15, '2026-06-01T00:00:00+0000', null],
      ],
    );
  });

  test('a CSV file may have semicolons, quotes, a byte order mark, empty lines and columns in any order', async () => {
    const body = `\uFEFFamount;CURRENCY;mode;due;product\r\n\r\n"1.5000000000000002";EUR;solo;2;${product}\r\n;;;;\r\n`;
    assert.equal((await importSheet({ body })).status, 'imported');
    assert.deepEqual(await pricesOf(), [['solo', 2, 1.5]]);
  });

  test('one invalid line refuses the whole import with its line and column, and the old prices stay', async () => {
    await importSheet({ body: csv(head, [product, 'solo', 2, 7, 'EUR']) });
    const unknown = newGid();
    const lines = [
      [product, 'solo', 2, 8, 'EUR'],
      [unknown, 'solo', 2, 8, 'EUR'],
      [product, 'many', 3, '1,5', 'EUR'],
      [product, 'solo', 2, '8.001', 'XXQ'],
      [product, 'solo', 5, '8.001', 'BHD'],
    ].map((cells) => cells.map((cell) => (cell === '1,5' ? '"1,5"' : cell)));
    const { status, errors_count, errors, prices_count } = await importSheet({ body: csv(head, ...lines) });
    assert.deepEqual([status, prices_count, errors_count], ['refused', null, 6]);
    assert.deepEqual(
      errors.map(({ line, column }: { line: number; column: string }) => [line, column]),
      [
        [3, 'product'],
        [4, 'mode'],
        [4, 'due'],
        [4, 'amount'],
        [5, 'currency'],
        [6, 'amount'],
      ],
    );
    assert.deepEqual(await pricesOf(), [['solo', 2, 7]]);
  });

  test('an error value or a formula without a value is refused with its column and line', async () => {
    const valid = [...head, 'valid_until', 'skill'];
    const lines = [
      [product, 'solo', 2, '#N/A', 'EUR', '=A1', null],
      ['#REF!', 'solo', 2, 7, 'EUR', null, '#NAME?'],
    ] as const;
    const quoted = lines.map((cells) => cells.map((cell) => cell ?? '"\r\n"'));
    for (const [body, numbers] of [
      [xlsx([valid, ...lines]), [2, 3]],
      [csv(valid, ...quoted), [2, 4]],
    ] as const) {
      const { status, errors } = await importSheet({ body });
      assert.equal(status, 'refused');
      const [first, second] = numbers;
      assert.deepEqual(
        errors.map(({ line, column, message }: Record<string, unknown>) => [line, column, message]),
        [
          [first, 'amount', 'holds the error #N/A'],
          [first, 'valid_until', 'holds a formula without a value: save the sheet with a spreadsheet program'],
          [second, 'product', 'holds the error #REF!'],
          [second, 'skill', 'holds the error #NAME?'],
        ],
      );
    }
  });

  describe('imports without remove=true', () => {
    const sheet = (...dues: number[]) => ({ body: csv(head, ...dues.map((due) => [product, 'solo', due, due, 'EUR'])) });
    const refused = async (answer: SheetAnswer, { path, code, message, params }: Detail) => {
      const { status, failure, failure_code, failure_params, errors } = await importSheet(answer, false);
      assert.deepEqual(
        [status, failure, failure_code, failure_params, errors],
        ['refused', `${path} ${message}`, code, params ?? null, []],
      );
    };

    test('a sheet without prices is refused if remove=true is missing', async () => {
      await importSheet(sheet(2));
      await refused(sheet(), faults.sheet_without_prices('price_sheet_url'));
      assert.deepEqual(await pricesOf(), [['solo', 2, 2]]);
      assert.equal((await importSheet(sheet())).status, 'imported');
      assert.deepEqual(await pricesOf(), []);
    });

    test('without remove=true a sheet may lack half of the products and options, but no more', async () => {
      await importSheet({
        body: csv(head, [product, 'solo', 2, 1, 'EUR'], [product, 'solo', 5, 1, 'EUR'], [product, 'multi', 5, 1, 'EUR']),
      });
      await refused(sheet(2), faults.removes_too_many_prices('price_sheet_url', { count: 2, total: 3 }));
      assert.equal((await importSheet(sheet(2, 5), false)).status, 'imported');
      assert.equal((await importSheet(sheet(5), false)).status, 'imported');
      assert.deepEqual(await pricesOf(), [['solo', 5, 5]]);
    });

    test('expired and future prices count neither among the current prices nor among those of the sheet', async () => {
      const until = (due: number, day: string) => [product, 'solo', due, 1, 'EUR', '', day];
      const from = (due: number, day: string) => [product, 'solo', due, 1, 'EUR', day, ''];
      const dated = (...lines: (string | number)[][]) => ({ body: csv([...head, 'valid_from', 'valid_until'], ...lines) });
      await importSheet(dated(until(2, '2020-01-01'), until(5, '')));
      for (const lines of [[until(5, '2020-01-01')], [from(5, '2099-01-01'), from(2, '2099-01-01')]])
        await refused(dated(...lines), faults.removes_too_many_prices('price_sheet_url', { count: 1, total: 1 }));
      assert.equal((await importSheet(sheet(5), false)).status, 'imported');
    });
  });

  test('prices for the same product and options with overlapping validity are refused with the other line', async () => {
    const valid = [...head, 'valid_from', 'valid_until'];
    const body = csv(
      valid,
      [product, 'solo', 2, 1, 'EUR', '2026-01-01', '2026-02-01'],
      [product, 'solo', 2, 2, 'EUR', '2026-02-01', ''],
      [product, 'solo', 2, 3, 'EUR', '2026-03-01', ''],
      [product, 'solo', 5, 3, 'EUR', '', ''],
      [product, 'solo', 5, 3, 'EUR', '', ''],
    );
    const { errors } = await importSheet({ body });
    assert.deepEqual(
      errors.map(({ line, params }: { line: number; params: { line: number } }) => [line, params.line]),
      [
        [4, 3],
        [6, 5],
      ],
    );
  });

  test('more than 1,000 prices for a product are refused with the first line that exceeds the limit', async () => {
    const day = (index: number) => new Date(Date.UTC(2026, 0, index)).toISOString();
    const lines = Array.from({ length: 1_001 }, (_, index) => [product, 'solo', 2, 1, 'EUR', day(index), day(index + 1)]);
    const { errors } = await importSheet({ body: csv([...head, 'valid_from', 'valid_until'], ...lines) });
    assert.deepEqual(errors, [
      {
        line: 1_002,
        column: 'product',
        code: 'too_many_prices_in_sheet',
        message: 'has more than 1000 prices in the lines up to this one',
        params: { max: 1_000 },
      },
    ]);
  });

  test('unknown, missing and repeated columns of the header line are refused', async () => {
    const { status, errors } = await importSheet({
      body: csv(['product', 'mode', 'mode', 'due', 'price'], [product, 'solo', 'solo', 2, 1]),
    });
    assert.equal(status, 'refused');
    assert.deepEqual(
      errors.map(({ line, column }: { line: number; column: string }) => [line, column]),
      [
        [1, 'mode'],
        [1, 'price'],
        [1, 'amount'],
        [1, 'currency'],
      ],
    );
  });

  test('a sheet that cannot be fetched or read fails with its reason, and the prices stay', async () => {
    await importSheet({ body: csv(head, [product, 'solo', 2, 7, 'EUR']) });
    const failures: [SheetAnswer, RegExp][] = [
      [{ status: 404, body: 'gone' }, /answered with status 404/],
      [{ status: 302, location: sheets.url }, /redirects more than 3 times/],
      [{ status: 302, location: 'http://169.254.169.254/latest/meta-data' }, /./],
      [{ body: '' }, /is empty/],
      [{ body: Buffer.from('PK\u0003\u0004nonsense', 'latin1') }, /no valid XLSX/],
    ];
    for (const [answer, failure] of failures) {
      const ended = await importSheet(answer);
      assert.equal(ended.status, 'failed', JSON.stringify(ended));
      assert.match(ended.failure, failure);
    }
    assert.deepEqual(await pricesOf(), [['solo', 2, 7]]);
  });

  test('rows hidden by a filter are read like all others, and the import counts them', async () => {
    const row = (isHidden: boolean, cells: readonly (string | number)[]) =>
      `<row${isHidden ? ' hidden="1"' : ''}>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
    const rows = [row(false, head), row(true, [product, 'solo', 2, 3, 'EUR']), row(true, ['']), row(false, [product, 'solo', 5, 4, 'EUR'])];
    const sheet = `<worksheet><sheetData>${rows.join('')}</sheetData><autoFilter ref="A1:E4"/></worksheet>`;
    const { status, hidden_rows_count } = await importSheet({ body: xlsx([], { 'xl/worksheets/sheet1.xml': sheet }) });
    assert.deepEqual([status, hidden_rows_count], ['imported', 1]);
    assert.deepEqual(await pricesOf(), [
      ['solo', 2, 3],
      ['solo', 5, 4],
    ]);
  });

  test('an import reads the address that identity has by then, and names it without its query', async () => {
    const gid = await catalog.organization({ price_sheet_url: `${sheets.url}/old` });
    const price_sheet_url = `${sheets.url}?secret=1`;
    catalog.leaveToOwner({ type: 'organization', key: gid, state: { gid, name: 'Harbour Bakery', is_deleted: false, price_sheet_url } });
    const other = await catalog.signIn({ manages: [gid] });
    sheets.give({ body: '' });
    const { headers, body } = await other.get(`/v1/organizations/${gid}/prices/fetch`);
    assert.equal(body.price_sheet_url, null);
    const read = async () => (await other.get(headers.get('location')!)).body;
    await eventually(async () => (await read()).status !== 'pending', { timeoutMs: 30_000 });
    assert.equal((await read()).price_sheet_url, sheets.url);
  });

  test('a page in place of the sheet fails as HTML, however it is called', async () => {
    const pages = [
      '<!DOCTYPE html><html><body>Sign in</body></html>',
      '\uFEFF\r\n<!-- v2 --><HTML lang="en"><form>Sign in</form>',
      '<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"/>',
      Buffer.from('<html><h1>Accès réservé</h1></html>', 'latin1'),
    ];
    for (const body of pages) assert.equal((await importSheet({ body })).failure_code, 'is_html_page');
    assert.notEqual((await importSheet({ body: '<?xml version="1.0"?><Workbook/>' })).failure_code, 'is_html_page');
  });

  test('an import whose worker was lost fails with this reason and does not run again', async () => {
    const gid = newGid();
    const query = (text: string, ...values: unknown[]) => catalog.service.database.query({ text, values });
    await query(
      `insert into price_import (gid, created_at, organization_gid, status, errors_count, errors) values ($1, now(), $2, 'pending', 0, '[]')`,
      gid,
      organization,
    );
    await query(
      `insert into job (name, key, data, has_lost_worker) values ('import_prices', $1, jsonb_build_object('gid', $1::text), true)`,
      gid,
    );
    const { status, failure_code } = await ended(`/v1/organizations/${organization}/prices/imports/${gid}`);
    assert.deepEqual([status, failure_code], ['failed', 'import_interrupted']);
  });

  test('202 returns the running import, also to two concurrent requests; a different `remove` gets 400', async () => {
    const waiting = Promise.withResolvers<SheetAnswer>();
    sheets.give(() => waiting.promise);
    const [one, two] = await Promise.all([manager.get(fetchPath()), manager.get(fetchPath())]);
    const third = await manager.get(fetchPath());
    assert.deepEqual([one.status, two.status, third.status], [202, 202, 202]);
    assert.deepEqual([two.body.gid, third.body.gid], [one.body.gid, one.body.gid]);
    const other = await manager.get(fetchPath(false));
    const details = [faults.import_pending('remove', { found: 'false', value: 'true' })];
    assert.deepEqual([other.status, other.body.error.details], [400, details]);
    waiting.resolve({ body: csv(head, [product, 'solo', 2, 5, 'EUR']) });
    assert.equal((await ended(one.headers.get('location')!)).status, 'imported');
  });

  test('an import is not delayed by the slow servers of two other organizations', async () => {
    const waiting = Promise.withResolvers<SheetAnswer>();
    const slow = await sheetServer();
    try {
      slow.give(() => waiting.promise);
      const others = [await catalog.organization({ price_sheet_url: slow.url }), await catalog.organization({ price_sheet_url: slow.url })];
      const other = await catalog.signIn({ manages: others });
      const started = await Promise.all(others.map((gid) => other.get(`/v1/organizations/${gid}/prices/fetch`)));
      assert.equal((await importSheet({ body: csv(head, [product, 'solo', 2, 5, 'EUR']) })).status, 'imported');
      for (const { headers } of started) assert.equal((await other.get(headers.get('location')!)).body.status, 'pending');
    } finally {
      waiting.resolve({ status: 404 });
      await slow.close();
    }
  });
});
