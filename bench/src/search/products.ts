import type pg from 'pg';

/** Who searches: a member of the one organization, which may order every product, and its gid. */
export const USER_GID = '019a0008-0000-7000-8000-000000000001';
const ORGANIZATION_GID = '019a0008-0000-7000-8000-000000000002';
const CATEGORY_GID = '019a0008-0000-7000-8000-000000000003';

const KINDS =
  'Logo design,Poster,Packaging design,Business card,Letterhead,Slogan,Brochure,Flyer,Website design,Landing page,Illustration,Infographic,Menu card,Label design,Book cover,Album cover,Newsletter,Banner,Storefront sign,Product name,Company name,Press release,Product text,Video script,Icon set,Mascot,Trade fair stand,Vehicle lettering,Calendar,Invitation';
const TRADES =
  'bakery,brewery,bookshop,hotel,museum,theatre,orchestra,harbour,garden centre,dentist,lawyer,architect,carpenter,winery,farm,school,university,festival,restaurant,coffee roaster,bicycle shop,florist,pharmacy,software company,bank,insurance,travel agency,sports club,charity,publisher,jeweller,tailor,butcher,cheese dairy,chocolate maker,fishing company,shipyard,railway,airline,observatory';

const pick = (list: string, by: string): string => `(string_to_array('${list}', ','))[1 + ${by}]`;

/** Two or three syllables that depend on the number: names that only a few products have. */
const name = `initcap(${pick('ba,ko,li,mu,ne,or,pa,qui,ro,sa,te,ul,va,wi,xe,yo,za,bri,cra,dro', 'n % 20')} ||
  ${pick('lan,mer,nis,pol,rak,sen,tul,vor,win,zel,dar,fen,gim,hol,jor', '(n / 20) % 15')} || ${pick('a,o,ia,en,um,ix,ora,el,is,ux', '(n / 300) % 10')})`;

/** Puts products into an empty, migrated database of catalog, with one who may order them all. */
export async function seedProducts(client: pg.Client, count: number): Promise<void> {
  const statements = [
    `insert into category (gid, created_at, title, weight) values ('${CATEGORY_GID}', now(), 'Everything', 0)`,
    `insert into product (gid, created_at, title, category_gid, available_options, additional_meta, is_enabled, is_cumulative, interface, weight, synonyms)
      select ('019a0009-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, now(),
        ${pick(KINDS, 'n % 30')} || ' for the ' || ${pick(TRADES, '(n / 30) % 40')} || ' ' || ${name}, '${CATEGORY_GID}',
        '{"due":{"type":"integer","default":5,"required":true,"enum":[2,5,10]},"mode":{"type":"string","default":"solo","required":true,"enum":["solo","multi"]},
          "skill":null,"quantity":{"type":"integer","default":1,"required":false,"enum":[1]}}'::jsonb,
        '{"solo_mode_meta":null,"multi_mode_meta":null}'::jsonb, true, false, 'default', 0, '{}'
      from generate_series(1, ${count}) n`,
    `insert into product_organization (product_gid, organization_gid, created_at) select gid, '${ORGANIZATION_GID}', now() from product`,
    `insert into shared_state (type, key, version, state) values ('principal', '${USER_GID}', 1, '{"gid":"${USER_GID}","roles":["user"],"is_enabled":true,
      "memberships":[{"organization":"${ORGANIZATION_GID}","is_manager":false}]}')`,
    'vacuum (analyze)',
    'checkpoint',
  ];
  for (const statement of statements) await client.query(statement);
}

/** What people type, by what is special about it. */
export const searches: Readonly<Record<string, readonly string[]>> = {
  'one word': ['logo', 'poster', 'slogan', 'mascot', 'brewery', 'observatory'],
  'one word with a typing error': ['lgoo', 'lgo', 'packging', 'slogn', 'brochrue', 'illustraton', 'newslettr', 'brewrey'],
  'two words': ['logo design', 'book cover', 'poster museum', 'menu restaurant', 'label winery'],
  'two words with typing errors': ['logo desgin', 'busness crad', 'poster musuem', 'coffe roster', 'webiste desing'],
  'three words': ['logo design bakery', 'book cover publisher', 'poster for museum', 'website design hotel', 'label winery vawinel'],
  'three words with typing errors': [
    'lgoo desgin bakery',
    'bok cover publsher',
    'postr for musuem',
    'webiste desing hotle',
    'menu crad restuarant',
  ],
  'the beginning of a word': ['pack', 'illu', 'observ', 'choc'],
  'a rare name': ['Balana', 'Kolania', 'Wizelora', 'quimerum'],
  'nothing that there is': ['submarine', 'xylophone quartet', 'submarine xylophone quartet'],
  'a word too many': ['submarine logo', 'mascot xylophone', 'poster submarine museum'],
};
