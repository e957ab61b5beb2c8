import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, password, upload, type Client } from '@partner-ordering/client';
import { strToU8, zipSync } from 'fflate';
import { demo, openDemo } from '../standalone.ts';
import { fill, WORDS, type Ask, type Row } from './row.ts';

const SHEET_BYTES = 500_000;
const FORMAT_CHARACTERS = 60_000;
const REASON_CHARACTERS = 990;
const NAME_CHARACTERS = 250;
const POLL_MS = 20;

/** What is read or drawn after the request: price sheets, PDFs, and the names of files. */
export async function paperRows(port: number): Promise<Row[]> {
  const admin = createClient({ url: `http://127.0.0.1:${port}`, auth: password({ ...demo.application, ...demo.admin }) });
  return [...(await sheets(admin)), ...(await papers(port, admin)), ...fileNames(port)];
}

async function until<Value>(ask: () => Promise<Value | undefined | false>): Promise<Value> {
  for (;;) {
    const value = await ask();
    if (value) return value;
    await delay(POLL_MS);
  }
}

async function sheets(admin: Client): Promise<Row[]> {
  let content: Uint8Array | string = '';
  const server = createServer((_request, response) => response.end(content))
    .listen(0, '127.0.0.1')
    .unref();
  await new Promise((resolve) => server.once('listening', resolve));
  await admin.updateOrganization(demo.bakery, { price_sheet_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
  const read = (sheet: Uint8Array | string): Ask => {
    return async () => {
      content = sheet;
      const { gid } = await admin.importPrices(demo.bakery);
      await until(async () => (await admin.getPriceImport(demo.bakery, gid)).status !== 'pending');
    };
  };
  const cell = (text: string): string => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`;
  const format = (code: string): Uint8Array => xlsx({ styles: `<numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts>` });
  const [plainCsv, plainXlsx] = [read(fill('a,b\n', SHEET_BYTES)), read(xlsx({ rows: cell(fill(WORDS, SHEET_BYTES)) }))];
  const plainFormat = read(format(fill('0', FORMAT_CHARACTERS)));
  const rows: [string, string | Uint8Array, Ask][] = [
    ['CSV of quotes', `a,"${fill('""', SHEET_BYTES)}`, plainCsv],
    ['CSV of commas', fill(',', SHEET_BYTES), plainCsv],
    ['CSV of line breaks', fill('\r', SHEET_BYTES), plainCsv],
    ['number format of brackets', format(fill('[', FORMAT_CHARACTERS)), plainFormat],
    ['number format of quotes', format(fill('&quot;', FORMAT_CHARACTERS)), plainFormat],
    ['escapes in a cell', xlsx({ rows: cell(fill('_x000D_', SHEET_BYTES)) }), plainXlsx],
    ['entities in a cell', xlsx({ rows: cell(fill('&amp;', SHEET_BYTES)) }), plainXlsx],
    ['empty cells', xlsx({ rows: `<row>${fill('<c/>', SHEET_BYTES)}</row>` }), plainXlsx],
    ['elements in elements', xlsx({ rows: fill('<a>', SHEET_BYTES) }), plainXlsx],
  ];
  return rows.map(([input, hostile, plain]) => ({ place: 'price sheet', input, bytes: hostile.length, hostile: read(hostile), plain }));
}

/** An XLSX file with these rows, whose one style may be its own. */
function xlsx({ rows = '', styles = '' }: { rows?: string; styles?: string }): Uint8Array {
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const related = (...targets: (readonly [type: string, target: string])[]): string =>
    `<Relationships>${targets.map(([type, target], index) => `<Relationship Id="r${index}" Type="${relations}/${type}" Target="${target}"/>`).join('')}</Relationships>`;
  const parts = {
    '_rels/.rels': related(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': '<workbook><sheets><sheet name="a" sheetId="1" r:id="r0"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': related(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']),
    'xl/styles.xml': `<styleSheet>${styles}<cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, strToU8(xml)])));
}

async function papers(port: number, admin: Client): Promise<Row[]> {
  const { api, order } = await openDemo(port);
  const { gid } = await api.createProject(order);
  const worker = await admin.createWorker({ service_id: crypto.randomUUID(), firstname: 'Kim', lastname: 'Sol' });
  const winner = await admin.createWork({ project: { gid }, worker: { gid: worker.gid } });
  await api.updateProject(gid, { winner: { gid: winner.gid } });
  const receipt = await until(async () => (await admin.listReceipts({ where: ['project.gid', '==', gid] })).items[0]);
  const drawn = (reason: string): Ask => {
    return async () => {
      const amount = { amount: 0.01, currency: receipt.amount.currency };
      const note = await admin.createCreditNote(demo.bakery, { receipt: { gid: receipt.gid }, reason, amount });
      await until(async () => (await admin.getCreditNote(demo.bakery, note.gid)).file);
    };
  };
  const plain = drawn(fill(WORDS, REASON_CHARACTERS));
  const reasons: [string, string][] = [
    ['one long word', 'a'.repeat(REASON_CHARACTERS)],
    ['letters and blanks', fill('a ', REASON_CHARACTERS)],
    ['line breaks', fill('a\n', REASON_CHARACTERS)],
    ['Arabic and Latin in turn', 'ش a '.repeat(REASON_CHARACTERS / 4)],
    ['Chinese', '新'.repeat(REASON_CHARACTERS)],
    ['emoji of several characters', '👩🏽‍🎨'.repeat(REASON_CHARACTERS / 7)],
    ['combining marks', `e${'\u0301'.repeat(REASON_CHARACTERS)}`],
    ['characters without a font', 'ភ'.repeat(REASON_CHARACTERS)],
  ];
  return reasons.map(([input, reason]) => ({ place: 'PDF', input, bytes: Buffer.byteLength(reason), hostile: drawn(reason), plain }));
}

function fileNames(port: number): Row[] {
  const api = createClient({
    url: `http://127.0.0.1:${port}`,
    auth: password({ ...demo.application, ...demo.manager, scope: 'base upload_files' }),
  });
  const uploaded = (filename: string): Ask => {
    return async () => void (await upload(api, new Blob(['a brief']), { filename }));
  };
  const plain = uploaded(`${'a'.repeat(NAME_CHARACTERS)}.txt`);
  const names: [string, string][] = [
    ['dots and slashes', '../'.repeat(NAME_CHARACTERS / 3)],
    ['combining marks', `e${'\u0301'.repeat(NAME_CHARACTERS)}`],
    ['quotes and backslashes', `${'"\\'.repeat(NAME_CHARACTERS / 2)}.txt`],
    ['right-to-left marks', `${'\u202e'.repeat(NAME_CHARACTERS)}.txt`],
  ];
  return names.map(([input, name]) => ({ place: 'file name', input, bytes: Buffer.byteLength(name), hostile: uploaded(name), plain }));
}
