import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { eventually, gidOf, type ApiClient } from '@partner-ordering/testing';
import { startTestSystem } from './system.ts';
import { fetchAt, type TestSystem } from './test-system.ts';

const RECEIPTS = 5_000;
/** What a PDF could have while it travelled to files in a body as clients may send them. */
const ONCE_TOO_MUCH = 750_000;

describe('an invoice of thousands of receipts', () => {
  let system: TestSystem;
  let admin: ApiClient;
  before(async () => {
    system = await startTestSystem();
    admin = await system.signIn('admin@example.com');
  });
  after(() => system?.stop());

  /** As finished orders would make them, in a statement; their titles do not become shorter by compression. */
  const receipts = (organization: string): Promise<unknown> => {
    const content = {
      seller: { name: 'Seller', address: ['1 Quay Street'], country: 'FR', vatNumber: 'FR00123456789' },
      buyer: { name: 'Buyer', vatNumber: null, address: { country: 'FR', country_name: 'France', address1: '2 Quay Street' } },
    };
    const titles = Array.from({ length: RECEIPTS }, () => randomBytes(150).toString('base64'));
    return system.services.billing.database.query({
      text: `
        insert into receipt (gid, created_at, number, project_gid, status, organization_gid, user_gid, amount_minor, vat_rule, vat_rate, vat_minor, total_minor,
          credited_amount_minor, credited_vat_minor, currency, is_test, content, file_url)
        select gen_random_uuid(), now(), 'R1999-' || lpad(n::text, 6, '0'), gen_random_uuid(), 'open', $1, gen_random_uuid(), 1000, 'domestic', 2000, 200, 1200,
          0, 0, 'EUR', false, $2::jsonb || jsonb_build_object('project', jsonb_build_object('title', title, 'shortCode', 'K7M2P9QX')), 'https://partner-ordering.test/none'
        from unnest($3::text[]) with ordinality as given (title, n)`,
      values: [organization, JSON.stringify(content), titles],
    });
  };

  test('gets its PDF, with a line for each', { timeout: 240_000 }, async () => {
    const organization = gidOf(await admin.create('/v1/organizations', { name: 'Thousands' }));
    await receipts(organization);
    const period = new Date().toISOString().slice(0, 7);
    const invoice = await eventually(async () => {
      const answer = await admin.post('/v1/invoices', { organization: { gid: organization }, period });
      return answer.status === 201 && answer.headers.get('location')!;
    });
    const { file, receipts: held } = await eventually(
      async () => {
        const { body } = await admin.get(invoice);
        return body.file !== null && body;
      },
      { timeoutMs: 200_000, intervalMs: 500 },
    );
    assert.equal(held.length, RECEIPTS);
    const signed = await admin.get(`/v1/files/${encodeURIComponent(file.url)}`);
    const pdf = Buffer.from(await (await fetchAt(system)(signed.body.url)).arrayBuffer());
    assert.ok(pdf.length > ONCE_TOO_MUCH, String(pdf.length));
    assert.ok(pdf.subarray(-6).toString('latin1').includes('%%EOF'));
    assert.ok([...pdf.toString('latin1').matchAll(/\/Type \/Page\n/g)].length > 100);
  });
});
