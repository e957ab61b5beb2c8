import { both, commonFaults, declareFaults, rendered } from '@partner-ordering/kernel/faults';

/** Why a field must be left out, by `why`. */
const unneeded = {
  answer: both('is not allowed with type accept or reject', 'n’est pas permis avec le type accept ou reject'),
  not_an_answer: both('is only allowed with type accept or reject', 'n’est permis qu’avec le type accept ou reject'),
  not_about_proposal: both(
    'is only allowed with a proposal, or when one is withdrawn or sent back',
    'n’est permis qu’avec une proposition, ou lorsqu’elle est retirée ou renvoyée',
  ),
  not_a_proposal: both('is only allowed with a proposal', 'n’est permis qu’avec une proposition'),
  not_shared: both('is only for what several organizations see', 'ne sert que pour ce que plusieurs organisations voient'),
  new_specific_request: both('is set by the proposal', 'vient avec la proposition'),
  specific_request: both('is set by the proposal of a specific request', 'vient avec la proposition qui répond à une demande spécifique'),
  proposal: both('cannot be changed by a proposal', 'ne se modifie pas par une proposition'),
  acceptance: both('cannot be changed when a proposal is accepted', 'ne se modifie pas quand une proposition est acceptée'),
};

/** Why a field has only one value, by `why`. */
const fixed = {
  product: both('with a product', 'avec un produit'),
  no_product: both('without a product', 'sans produit'),
  specific_request: both('for a specific request', 'pour une demande spécifique'),
};

type Fixed = { readonly value: string; readonly why: keyof typeof fixed };

/** Refusals of a project by `action`: the commands of docs/partners/orders.md. */
const actions = {
  edit: both('be edited', 'être modifiée'),
  delete: both('be deleted', 'être supprimée'),
  publish: both('be published', 'être passée'),
  defer: both('be published', 'être passée'),
  launch: both('be launched', 'être lancée'),
  request_proposal: both('be sent for a proposal', 'faire l’objet d’une demande de proposition'),
  propose: both('be given a proposal', 'recevoir de proposition'),
  withdraw: both('be taken back', 'être reprise'),
  assign: both('be assigned a worker', 'être attribuée à un créatif'),
  deliver: both('receive a delivery', 'recevoir de livraison'),
  reject: both('have a delivery rejected', 'voir sa livraison refusée'),
  accept: both('have a delivery accepted', 'voir sa livraison acceptée'),
  choose_winner: both('be given a winner', 'avoir de gagnant'),
  cancel: both('be canceled', 'être annulée'),
  settle: both('be paid', 'être payée'),
};

interface Situation {
  readonly specific_request: boolean;
  readonly mode?: string | undefined;
  readonly state: string;
  readonly status: string;
}

type Attempt = Situation & { readonly action: keyof typeof actions };

const described = ({ specific_request, mode, state, status }: Situation): string =>
  `${specific_request ? 'a specific request' : 'a project'}${mode === undefined ? '' : ` in mode ${mode}`} with state ${state} and status ${status}`;

const contest = { specific_request: false, mode: 'multi', state: 'published', status: 'in_progress' };

type Unfinished = { readonly action: 'review' | 'add_source_files'; readonly status: string };

/** The faults of orders, their conversations and their results, with those that are common to all services. */
export const faults = {
  ...commonFaults,
  ...declareFaults({
    not_allowed: rendered(
      ({ why }: { why: keyof typeof unneeded }) => unneeded[why].en,
      ({ why }) => unneeded[why].fr,
      { why: 'answer' },
    ),
    // Product, organization and price of an order.
    ordering_not_allowed: both(
      'is not an organization you can order for',
      'n’est pas une organisation pour laquelle vous pouvez commander',
    ),
    product_not_offered: both('is not a product this organization can order', 'n’est pas un produit que cette organisation peut commander'),
    one_piece_only: both(
      'must be 1: this product cannot be ordered in quantity',
      'doit être 1 : ce produit ne se commande pas en plusieurs exemplaires',
    ),
    quantities_differ: both(
      'is {quantity}, but options.quantity is {other_quantity}',
      'est {quantity}, mais options.quantity est {other_quantity}',
    ),
    no_price: both('has no price for this product and organization', 'n’a pas de prix pour ce produit et cette organisation'),
    price_changed: both('the current price is {amount} {currency}', 'le prix actuel est de {amount} {currency}'),
    proposal_changed: both('the current proposal is {amount} {currency}', 'la proposition actuelle est de {amount} {currency}'),
    balance_too_low: both("is not covered by the organization's balance", 'n’est pas couvert par le solde de l’organisation'),
    fixed_value: rendered(
      ({ value, why }: Fixed) => `must be ${value} ${fixed[why].en}`,
      ({ value, why }) => `doit être ${value} ${fixed[why].fr}`,
      { value: 'draft', why: 'specific_request' },
    ),
    too_many_tags: both('has more than {max} tags and < signs', 'a plus de {max} balises et signes <'),
    too_many_entities: both(
      'has more than {max} entities, or signs &, < and > in its text',
      'a plus de {max} caractères codés, ou signes &, < et > dans le texte',
    ),
    too_long_as_html: both(
      'must have at most {max} characters once its HTML is escaped',
      'est trop long avec sa mise en forme : au plus {max} caractères',
    ),
    // Actions that the order does not allow now.
    must_be_changed_alone: both('must be changed on its own', 'se modifie à part'),
    wrong_state: rendered(
      ({ action, ...situation }: Attempt) => `${described(situation)} cannot ${actions[action].en}`,
      ({ action }) => `dans son état actuel, la commande ne peut pas ${actions[action].fr}`,
      { action: 'accept', ...contest },
    ),
    too_late_to_cancel: rendered(
      (situation: Situation) => `${described(situation)} can no longer be canceled`,
      () => 'dans son état actuel, la commande ne peut plus être annulée',
      contest,
    ),
    approval_needed: both('waits for the approval of a manager or an admin', 'attend l’accord d’un gestionnaire ou d’un administrateur'),
    not_finished: rendered(
      ({ action, status }: Unfinished) =>
        action === 'review'
          ? `cannot be reviewed until it is finished; its status is ${status}`
          : `source files can only be added once the project is finished; its status is ${status}`,
      ({ action }) =>
        action === 'review'
          ? 'ne peut pas recevoir d’avis avant d’être terminée'
          : 'le résultat ne reçoit de fichiers qu’une fois la commande terminée',
      { action: 'review', status: 'in_progress' },
    ),
    takes_no_messages: both(
      'cannot receive messages in state {state} with status {status}',
      'ne reçoit pas de messages dans l’état {state} avec le statut {status}',
    ),
    not_a_running_contest: rendered(
      ({ mode, status }: { mode?: string | undefined; status: string }) =>
        `must be in mode multi and in progress; its mode is ${mode ?? null} and its status is ${status}`,
      () => 'doit être un concours en cours',
      { mode: 'solo', status: 'in_progress' },
    ),
    // Files.
    brief_closed: both(
      'brief files can no longer be added: the project is {status}',
      'il n’est plus possible d’ajouter des fichiers au brief : le statut de la commande est {status}',
    ),
    not_a_draft: both(
      'brief files can only be removed in state draft; the state is {state}',
      'les fichiers du brief ne se retirent que d’un brouillon ; l’état est {state}',
    ),
    too_many_files: both('a project can have at most {max} {kind} files', 'une commande peut avoir au plus {max} fichiers de type {kind}'),
    already_attached: both('is already attached to this project', 'est déjà joint à cette commande'),
    not_an_attachment: both(
      'must be a file attached to a message that you can see',
      'doit être un fichier joint à un message que vous voyez',
    ),
    // Workers, works and reviews.
    service_id_taken: both('is already the service_id of another worker', 'est déjà le service_id d’un autre créatif'),
    not_https_or_file: both(
      'must be an absolute https URL, or name a file of ours',
      'doit être une adresse https complète, ou désigner un fichier de ce service',
    ),
    nested_variation: both('is itself a variation', 'est elle-même une variante'),
    not_the_assigned_worker: both('is not the worker assigned to this project', 'n’est pas le créatif de cette commande'),
    not_the_project_worker: both(
      'must be the worker who won this project or was assigned to it',
      'doit être le créatif qui a gagné cette commande ou à qui elle est attribuée',
    ),
    already_reviewed: both('has already been reviewed', 'a déjà reçu un avis'),
    // People, messages and comments.
    not_a_member: both('is not a member of the organization', 'n’est pas membre de l’organisation'),
    already_shared: both('already has access to this project', 'a déjà accès à cette commande'),
    already_owner: both('already owns this project', 'est déjà l’auteur de cette commande'),
    no_open_delivery: both('there is no open delivery to answer', 'aucune livraison n’attend de réponse'),
    not_latest_delivery: both('is not the latest open delivery', 'n’est pas la dernière livraison'),
    resource_not_visible: both('must be the path of a resource that you can see', 'doit être le chemin d’une ressource que vous voyez'),
    not_your_organization: both('must be an organization of yours', 'doit être l’une de vos organisations'),
    thread_too_deep: both('has {max} comments above it, which is the most', 'a {max} commentaires au-dessus, ce qui est le maximum'),
    too_many_uris: both('names more than {max} uris', 'nomme plus de {max} uris'),
  }),
};
