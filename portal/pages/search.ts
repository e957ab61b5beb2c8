/** How the search of the portal weighs words: an exact one counts far more than one that begins alike or has a typing error. */
export const miniSearch = { searchOptions: { weights: { fuzzy: 0.1, prefix: 0.1 } } };
