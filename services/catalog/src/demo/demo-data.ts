import type { Mode, Skill } from '../../generated/models.ts';

/** A product of the demo data. */
export interface DemoProduct {
  title: string;
  /** Price in EUR by mode, of one unit with the middle delay and the skill conception. A mode without a price is not offered. */
  prices: Partial<Record<Mode, number>>;
  /** Delivery delays in days, shortest first. */
  due: readonly number[];
  skills?: readonly Skill[];
  isCumulative?: true;
  synonyms: readonly string[];
  /** The only organization that may order it; undefined when both may. */
  only?: 'harbourBakery' | 'northlightStudio';
}

/** A category of the demo data with its products, in the order in which they are shown. */
export interface DemoCategory {
  title: string;
  description: string;
  products: readonly DemoProduct[];
}

const both: readonly Skill[] = ['conception', 'execution'];
const weeks = [5, 10];
const days = [2, 7];

/** Five categories, 25 products. */
export const demoCategories: readonly DemoCategory[] = [
  {
    title: 'Logo design',
    description: 'Marks, signs and everything that makes a brand recognizable.',
    products: [
      { title: 'Logo design', prices: { solo: 390, multi: 690 }, due: weeks, synonyms: ['brand mark', 'emblem', 'logotype'] },
      { title: 'Logo refresh', prices: { solo: 240 }, due: weeks, synonyms: ['logo facelift', 'redesign'] },
      { title: 'Visual identity', prices: { solo: 950, multi: 1600 }, due: [10, 15, 20], synonyms: ['corporate design', 'branding'] },
      { title: 'Brand guidelines', prices: { solo: 720 }, due: [10, 20], synonyms: ['style guide', 'brand book'] },
      { title: 'Icon', prices: { solo: 45 }, due: days, isCumulative: true, synonyms: ['pictogram', 'symbol'] },
    ],
  },
  {
    title: 'Posters',
    description: 'Printed matter that is seen from afar, and its small relatives.',
    products: [
      { title: 'Event poster', prices: { solo: 180, multi: 420 }, due: [3, 7, 14], skills: both, synonyms: ['concert poster', 'placard'] },
      { title: 'Shop window poster', prices: { solo: 160 }, due: [3, 7], skills: both, synonyms: ['sale poster', 'point of sale'] },
      { title: 'Flyer', prices: { solo: 95, multi: 260 }, due: days, synonyms: ['leaflet', 'handbill'] },
      { title: 'Roll-up banner', prices: { solo: 140 }, due: days, synonyms: ['display stand', 'trade fair banner'] },
      { title: 'Album cover', prices: { multi: 520 }, due: weeks, synonyms: ['record sleeve'], only: 'northlightStudio' },
    ],
  },
  {
    title: 'Packaging',
    description: 'What a product is carried home in.',
    products: [
      { title: 'Product packaging', prices: { solo: 640, multi: 1150 }, due: weeks, skills: both, synonyms: ['box', 'carton'] },
      { title: 'Product label', prices: { solo: 170, multi: 380 }, due: weeks, synonyms: ['sticker', 'bottle label'] },
      { title: 'Gift box', prices: { solo: 310 }, due: weeks, synonyms: ['present', 'hamper'] },
      { title: 'Paper bag', prices: { solo: 120 }, due: days, synonyms: ['carrier bag', 'tote'] },
      { title: 'Bread bag', prices: { solo: 110, multi: 290 }, due: weeks, synonyms: ['bakery bag'], only: 'harbourBakery' },
    ],
  },
  {
    title: 'Web',
    description: 'Pages, banners and mails for screens of every size.',
    products: [
      { title: 'Landing page', prices: { solo: 680, multi: 1250 }, due: weeks, skills: both, synonyms: ['one pager', 'campaign page'] },
      { title: 'Website design', prices: { solo: 1480, multi: 2400 }, due: [15, 20, 30], synonyms: ['homepage', 'web site'] },
      { title: 'Newsletter template', prices: { solo: 260 }, due: weeks, synonyms: ['mailing', 'e-mail template'] },
      { title: 'Web banner', prices: { solo: 38 }, due: days, isCumulative: true, synonyms: ['display ad', 'online advertisement'] },
      { title: 'App icon', prices: { solo: 130, multi: 340 }, due: weeks, synonyms: ['launcher icon'] },
    ],
  },
  {
    title: 'Texts',
    description: 'Words that sell, explain and name.',
    products: [
      { title: 'Product description', prices: { solo: 28 }, due: days, isCumulative: true, synonyms: ['item text', 'catalogue text'] },
      { title: 'Slogan', prices: { solo: 190, multi: 450 }, due: [3, 7, 14], synonyms: ['claim', 'tagline'] },
      { title: 'Blog article', prices: { solo: 125 }, due: days, isCumulative: true, synonyms: ['post', 'column'] },
      { title: 'Press release', prices: { solo: 210 }, due: days, synonyms: ['media release', 'announcement'] },
      { title: 'Brand name', prices: { multi: 590 }, due: weeks, synonyms: ['naming', 'company name'] },
    ],
  },
];
