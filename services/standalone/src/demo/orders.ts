import { demoOrganizations } from '@partner-ordering/commerce';
import { demoGids } from '@partner-ordering/identity';
import type { ModeWrite } from '@partner-ordering/client';
import { picture } from './pictures.ts';
import { assign, chooseFirst, deliver, receiptOf, say, until, uploaded, work, type Files, type Person, type Step } from './steps.ts';

/** An order of the demo, and what happens to it. */
export interface DemoOrder {
  by: Person;
  title: string;
  /** Title of the product; without, a specific request that waits for its proposal. */
  product?: string;
  /** By default `solo`. */
  mode?: ModeWrite;
  /** By default the bakery. */
  organization?: keyof typeof demoOrganizations;
  isDraft?: true;
  description: string;
  files?: Files;
  steps: readonly Step[];
}

const { harbourBakery } = demoOrganizations;
const [navy, cream, rust, white] = ['#1f3a4d', '#f6efe2', '#b3502e', '#fdfcfa'];
const portrait = [700, 990] as const;
const square = [700, 700] as const;
const poster = picture('light', '#f2c14e', '#27324a', portrait);

/** At least one in each state, in the order in which they are placed. */
export const demoOrders: readonly DemoOrder[] = [
  {
    by: 'uwe',
    title: 'Gift box for six macarons',
    product: 'Gift box',
    isDraft: true,
    description: '<p>Size: to be measured. Lid with a window?</p>',
    files: { 'to-ask.txt': 'Ask Mara: budget, number of pieces.\nAsk the printer: smallest run with gold foil.\n' },
    steps: [],
  },
  {
    by: 'mara',
    title: 'App icon for the order app',
    product: 'App icon',
    description: '<p>Our loaf, but for a phone. Please keep the navy.</p>',
    steps: [
      assign('ines'),
      deliver('ines', 'All sizes in one file.', { 'app-icon.png': picture('loaf', navy, cream, square) }),
      // An invoice collects receipts from a time without a payment source.
      ({ as }) => as.admin.deletePaymentSource(harbourBakery),
      say('mara', 'Lovely.', {}, 'accept'),
      receiptOf,
      ({ as }) =>
        as.admin.createInvoice({ organization: { gid: harbourBakery }, period: new Date().toISOString().slice(0, 7), currency: 'EUR' }),
      ({ as }) => as.admin.createPaymentSource(harbourBakery, { rid: 'manual', reference: 'Paid by bank transfer' }),
    ],
  },
  {
    by: 'carla',
    title: 'Flyer for the summer sale',
    product: 'Flyer',
    mode: 'multi',
    description: '<p>A5, both sides, 2,000 pieces.</p>',
    steps: [({ gid, as }) => as.carla.updateProject(gid, { status: 'canceled' })],
  },
  {
    by: 'mara',
    title: 'Template for the regulars’ newsletter',
    product: 'Newsletter template',
    description: '<p>Monthly, three short pieces and one offer. It must be readable on an old phone.</p>',
    steps: [say('mara', 'The first issue goes out on the 1st. Please start with the part for the offer.')],
  },
  {
    by: 'lars',
    title: 'Cover for “Low Tide”',
    product: 'Album cover',
    mode: 'multi',
    organization: 'northlightStudio',
    description: '<p>Four slow tracks, recorded in a boathouse. Vinyl and streaming, so it must hold up as a thumbnail.</p>',
    steps: [
      work('amara', 'Dusk.', picture('wave', '#2d2a4a', '#f0a58f', square)),
      work('ines', 'Fog.', picture('wave', '#d9dee2', '#6b7a85', square)),
      chooseFirst('lars'),
    ],
  },
  {
    by: 'uwe',
    title: 'Poster for the harbour festival',
    product: 'Event poster',
    mode: 'multi',
    description: '<p>Our stall on the quay, 14 to 16 August. A1 for the street, A4 for the counter.</p>',
    steps: [
      work('jonas', 'The lighthouse, seen from the water.', poster),
      work('tomasz', 'High tide.', picture('wave', '#0f4c5c', '#fdf3dd', portrait)),
      chooseFirst('uwe'),
      async ({ gid, as, creatives: { jonas } }) => {
        const marks = { quality: 5, reactivity: 4, communicativeness: 5, work_with_again: 5 } as const;
        const comment = 'Printed it large, and people took pictures of it.';
        await as.uwe.createReview({ project: { gid }, worker: { gid: jonas }, ...marks, comment });
      },
      async (order) => order.as.admin.updateReceipt(await receiptOf(order), { status: 'paid' }),
    ],
  },
  {
    by: 'carla',
    title: 'A slogan for our sourdough',
    product: 'Slogan',
    mode: 'multi',
    description: '<p>For the paper bags and the delivery van. Our dough rests for 36 hours; that is all the secret there is.</p>',
    steps: [
      work('amara', 'For the van', 'Good things take 36 hours.'),
      work('jonas', 'For the bag, with a wink', 'We slept on it. Twice.'),
      work('amara', 'Shorter', 'Slow dough.', 0),
    ],
  },
  {
    by: 'carla',
    title: 'Shop window for Advent',
    product: 'Shop window poster',
    description: '<p>One poster for each of our three windows, 70 × 100 cm. Stollen from 20 November.</p>',
    steps: [
      assign('tomasz'),
      deliver('tomasz', 'First draft.', { 'advent-1.png': picture('loaf', white, '#c1272d', portrait) }),
      say('carla', 'Too loud for our street. Could it look more like a winter evening?', {}, 'reject'),
      say('tomasz', 'Of course. Do you prefer dark blue or dark green?', {
        'blue.png': picture('loaf', '#14213d', '#fca311', portrait),
        'green.png': picture('loaf', '#1b3a2f', '#f3d9a4', portrait),
      }),
      // Her next order exceeds it.
      ({ as }) => as.mara.updateMembership(demoGids.users.colleague, harbourBakery, { monthly_budget: { amount: 2000, currency: 'EUR' } }),
      ({ as }) => until(async () => (await as.mara.getMemberBudget(demoGids.users.colleague, harbourBakery)).monthly_budget),
    ],
  },
  {
    by: 'carla',
    title: 'Website for Café Kontor',
    product: 'Website design',
    mode: 'multi',
    description: '<p>Five pages: menu, breakfast, rooms, getting here, jobs. Photos come from us.</p>',
    steps: [],
  },
  {
    by: 'uwe',
    title: 'A mural for the courtyard wall',
    description: '<p>Nine metres of brick, seen from every table. What would you paint, and for how much?</p>',
    files: { 'courtyard.png': picture('wave', '#b5654a', '#2b1a14') },
    steps: [],
  },
  {
    by: 'uwe',
    title: 'Illustrated map of our branches',
    description: '<p>All seven shops on one folded map for tourists, with the ferry lines and two or three sights.</p>',
    steps: [
      async ({ gid, as: { admin } }) =>
        admin.updateProject(gid, {
          state: 'proposal',
          price: { amount: 980, currency: 'EUR' },
          options: { mode: 'solo', due: 15 },
          message:
            'Jonas would draw the harbour from above, with all seven shops, the ferry lines and three sights of your choice.\n\n' +
            'The price has two rounds of changes and the print file. A first sketch of the style is attached.',
          attached_files: await uploaded(admin, { 'sketch-of-the-map.png': picture('wave', '#e4eef2', '#1f5a75') }),
        }),
    ],
  },
  {
    by: 'mara',
    title: 'Roll-up for the trade fair',
    product: 'Roll-up banner',
    description: '<p>85 × 200 cm, for the stand in hall 3. It should say what we do from five metres away.</p>',
    steps: [
      assign('ines'),
      deliver('ines', 'The lower third stays empty, people stand in front of it.', {
        'roll-up.png': picture('loaf', navy, cream, [425, 1000]),
      }),
      // Its delivery fails: the gateway answers 404.
      ({ as, url }) =>
        as.mara.createWebhook(harbourBakery, {
          url: `${url}/merchandise/orders`,
          description: 'Merchandise system',
          events: ['project.finished'],
        }),
      say('mara', 'Exactly right. Thank you!', {}, 'accept'),
    ],
  },
  {
    by: 'uwe',
    title: 'Bag for the wholegrain loaf',
    product: 'Bread bag',
    description: '<p>Kraft paper, one printed colour. The name of the loaf is <strong>Kornkruste</strong>.</p>',
    steps: [
      assign('amara'),
      say('amara', 'Hello! Is the bag folded at the top, or does it have a window?'),
      say('uwe', 'Folded, without a window. The upper 6 cm are hidden then.'),
      deliver('amara', 'The ear of rye stays clear of the fold. One colour, dark brown.', {
        'kornkruste-front.png': picture('ear', '#c9a66b', '#3a2a18', portrait),
      }),
    ],
  },
  {
    by: 'uwe',
    title: 'Logo for Café Kontor',
    product: 'Logo design',
    mode: 'multi',
    description:
      '<p>In May we open a café in the old customs office. It is run by the bakery, but it should stand on its own.</p>' +
      '<ul><li>Two colours at most, it goes onto cups and enamel signs</li><li>Readable at 15 mm</li><li>No coffee beans, please</li></ul>',
    files: {
      'shop-front.png': picture('light', '#e8ecef', '#55606a'),
      'house-rules.txt': 'Colours in use: navy #1f3a4d, cream #f6efe2, rust #b3502e.\nTypeface on our signs: DejaVu Sans Bold.\n',
    },
    steps: [
      ({ gid, as }) => as.uwe.shareProject(gid, { email: 'colleague@example.com' }),
      work('ines', 'The anchor of the customs seal, drawn with one line.', picture('anchor', cream, navy)),
      work('tomasz', 'A cup, as plainly as possible.', picture('cup', white, rust)),
      work('ines', 'The same in a ring, for the enamel signs.', picture('seal', cream, navy), 0),
      work('amara', 'Three waves instead of a harbour.', picture('wave', '#dfeaf0', '#17506b')),
      work('jonas', 'Light on dark, for the window.', picture('cup', navy, cream)),
      say('uwe', 'Thank you all. The anchor is close to what we had in mind. Could it work without the lines below it?'),
      ({ as, works }) => as.carla.createComment({ uri: `/v1/works/${works[2]}`, message: 'This one I would drink from.' }),
      ({ as, works }) => as.uwe.createComment({ uri: `/v1/works/${works[1]}`, message: 'The cup looks a little like a trophy.' }),
    ],
  },
];
