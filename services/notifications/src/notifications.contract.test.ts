import { consumerContracts } from '@partner-ordering/testing/contracts';
import { follows, type Followed } from '../generated/events.ts';
import { startNotifications } from './fixtures/test-notifications.ts';

const gids = ['a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'f2', 'f3'].map((end) => `019a0000-0000-7000-8000-0000000000${end}`);
const [organization, user, project, product, price, receipt, creditNote, invoice] = gids as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];
const payload = '{"project":{}}';

/**
 * An example of each of several facts that are read alike. Of what a fact shows, only the text is looked at: what stands in it is described
 * by the public document.
 */
const each = <Type extends string, Example>(types: readonly Type[], example: Example) =>
  Object.fromEntries(types.map((type) => [type, example])) as Record<Type, Example>;

consumerContracts({
  name: 'notifications',
  start: () => startNotifications({}),
  follows,
  events: {
    'principal.state': { roles: ['user'], is_enabled: true, is_technical: false, memberships: [{ organization, is_manager: true }] },
    'organization.state': {
      name: 'Harbour Bakery',
      hostname: 'harbour-bakery.example',
      project_page_url: 'https://shop.example/orders/{gid}',
      is_deleted: false,
    },
    'user.state': {
      firstname: 'Robin',
      lastname: 'Reed',
      email: 'robin@example.com',
      locale: 'en',
      is_erased: false,
      notifications: { project_proposed: true },
    },
    'worker.state': { firstname: 'Cleo', lastname: 'Creative' },
    ...each(follows.facts.identity.types, { user, organization, actor: user, payload }),
    // By somebody who signed up.
    'invitation.accepted': { user, organization, actor: null, payload },
    ...each(['product.changed', 'product.withdrawn'], { gid: product, organizations: [organization], payload }),
    ...each(['price.changed', 'price.deleted'], { gid: price, product, organizations: [organization], payload }),
    'prices.imported': { organizations: [organization], import: price, payload },
    ...each(follows.facts.ordering.types, { gid: project, owner: user, organization, actor: user, payload }),
    'project.published': { gid: project, owner: user, organization, actor: user, from: 'draft', payload },
    'project.withdrawn': { gid: project, owner: user, organization, actor: user, from: 'require_approval', payload },
    'project.proposed': {
      gid: project,
      owner: user,
      organization,
      actor: user,
      quote: { text: 'Our offer', files: ['sketch.png'] },
      payload,
    },
    'project.messages_unseen': {
      project,
      organization,
      person: user,
      title: 'A banner',
      short_code: 'K7D2MXPA',
      price: { amount_minor: 25_000, currency: 'EUR' },
      count: 1,
      messages: [{ author: user, text: 'Which blue?' }],
    },
    'project.paid': { gid: project, owner: user, organization, actor: null, payload },
    ...each(['receipt.created', 'receipt.paid', 'receipt.charge_failed', 'receipt.file_added'], {
      gid: receipt,
      project,
      organization,
      payload,
    }),
    ...each(['credit_note.created', 'credit_note.file_added'], { gid: creditNote, receipt, project, organization, payload }),
    ...each(['invoice.created', 'invoice.file_added', 'invoice.overdue', 'invoice.paid', 'invoice.voided'], {
      gid: invoice,
      organization,
      payload,
    }),
  } satisfies Followed,
  uses: {},
});
