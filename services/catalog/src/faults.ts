import { both, commonFaults, declareFaults } from '@partner-ordering/kernel/faults';

/** The faults of categories, products, prices and price sheets, with those that are common to all services. */
export const faults = {
  ...commonFaults,
  ...declareFaults({
    cannot_be_optional: both('must be true: every order names it', 'doit être true : chaque commande l’indique'),
    cannot_be_required: both(
      'must be false: an order that does not name it has quantity 1',
      'doit être false : une commande qui ne l’indique pas a la quantité 1',
    ),
    product_not_cumulative: both('is only allowed for cumulative products', 'n’est permis que pour un produit cumulatif'),
    // Prices.
    too_many_prices: both(
      'has {count} prices for this organization; at most {max} are possible',
      'a {count} prix pour cette organisation ; au plus {max} sont possibles',
    ),
    already_priced: both(
      'already have a price for this product and organization',
      'ont déjà un prix pour ce produit et cette organisation',
    ),
    starts_within_other_price: both(
      'lies in the time in which another price for these options is valid',
      'tombe dans la période d’un autre prix pour ces options',
    ),
    ends_within_other_price: both(
      'reaches into the time in which another price for these options is valid',
      'empiète sur la période d’un autre prix pour ces options',
    ),
    // Imports of price sheets.
    no_price_sheet: both('is not set for this organization', 'n’est pas indiqué pour cette organisation'),
    import_pending: both(
      'is {found}, but an import with remove={value} is pending',
      'est {found}, mais un import avec remove={value} est en cours',
    ),
    import_interrupted: both(
      'was being imported when the service stopped: start the import again',
      'était en cours d’import quand le service s’est arrêté ; relancez l’import',
    ),
    import_failed: both('could not be imported', 'n’a pas pu être importée'),
    unexpected_http_status: both('is answered with status {http_status}', 'répond avec le statut {http_status}'),
    not_a_sheet: both('is neither an XLSX file nor CSV in UTF-8', 'n’est ni un fichier XLSX, ni un CSV en UTF-8'),
    is_html_page: both(
      'is an HTML page, perhaps to sign in: its address must need no sign-in',
      'est une page HTML, peut-être de connexion ; son adresse doit s’ouvrir sans connexion',
    ),
    not_csv: both('is no valid CSV from line {line} on', 'n’est pas un CSV valable à partir de la ligne {line}'),
    not_xlsx: both('is no valid XLSX file', 'n’est pas un fichier XLSX valable'),
    empty_sheet: both('is empty', 'est vide'),
    empty_cell: both('is empty', 'est vide'),
    line_too_long: both('has a line with more than {max} characters', 'a une ligne de plus de {max} caractères'),
    sheet_too_long: both('has more than {max} prices', 'a plus de {max} prix'),
    too_large_unpacked: both(
      'has more than {max} MiB when it is unpacked: save it as CSV',
      'dépasse {max} Mio une fois décompressée ; enregistrez-la en CSV',
    ),
    too_slow_to_read: both(
      'takes more than {seconds} seconds to read: save it as CSV',
      'prend plus de {seconds} secondes à lire ; enregistrez-la en CSV',
    ),
    too_much_memory: both('takes too much memory to read: save it as CSV', 'demande trop de mémoire à lire ; enregistrez-la en CSV'),
    sheet_without_prices: both(
      'has no prices; import it with remove=true to remove all prices of the organization',
      'ne contient aucun prix ; importez-la avec remove=true pour retirer tous les prix de l’organisation',
    ),
    removes_too_many_prices: both(
      'has no price for {count} of the {total} products and options that are priced now; import it with remove=true to remove these',
      'retirerait {count} des {total} prix actuels ; importez-la avec remove=true pour les retirer',
    ),
    // Lines of price sheets.
    unknown_column: both(
      'is no column of a sheet of prices; these are {allowed}',
      'n’est pas une colonne d’une grille de prix ; celles-ci le sont : {allowed}',
    ),
    duplicate_column: both('is there twice', 's’y trouve deux fois'),
    missing_column: both('is missing in the first line', 'manque dans la première ligne'),
    error_in_cell: both('holds the error {found}', 'contient l’erreur {found}'),
    formula_without_value: both(
      'holds a formula without a value: save the sheet with a spreadsheet program',
      'contient une formule sans résultat ; enregistrez la grille avec un tableur',
    ),
    not_a_number: both('must be a number with a decimal point', 'doit être un nombre avec un point décimal'),
    amount_too_large: both('must be at most {max}', 'ne doit pas dépasser {max}'),
    overlaps_line: both(
      'is valid at the same time as the price for the same in line {line}',
      'vaut en même temps que le prix de la ligne {line}',
    ),
    too_many_prices_in_sheet: both('has more than {max} prices in the lines up to this one', 'a plus de {max} prix jusqu’à cette ligne'),
  }),
};
