import {
  both,
  commonFaults,
  declareFaults,
  detailFrom,
  rendered,
  sentenceOf,
  type Detail,
  type Fault,
  type FaultParams,
  type Language,
} from '@partner-ordering/kernel/faults';

const frenchStatus: Readonly<Record<string, string>> = { paid: 'payé', void: 'annulé' };

/** A refusal in the provider's words, whose French is our own. */
const cardRefusal = (french: string, provider_message: string) =>
  rendered(
    (params: { provider_message: string }) => params.provider_message,
    () => french,
    { provider_message },
  );

/** Why a charge failed: whole sentences. Beside them a charge has the faults of its payment source. */
const chargeFaults = declareFaults({
  card_declined: cardRefusal('La carte a été refusée.', 'Your card was declined.'),
  card_expired: cardRefusal('La carte a expiré.', 'Your card has expired.'),
  insufficient_funds: cardRefusal('La carte n’est pas assez approvisionnée.', 'Your card has insufficient funds.'),
  charge_refused: rendered(
    (params: { provider_message: string }) => params.provider_message,
    (params) => `Le prestataire de paiement a refusé : ${params.provider_message}`,
    { provider_message: 'This customer has no attached payment source' },
  ),
  confirmation_needed: both('The bank asks for a confirmation of the payment.', 'La banque demande une confirmation du paiement.'),
  payment_not_completed: both('The payment was not completed.', 'Le paiement n’est pas allé à son terme.'),
  payment_failed: both('The payment failed.', 'Le paiement a échoué.'),
  canceled_at_provider: both('The payment was canceled at the payment provider.', 'Le paiement a été annulé chez le prestataire.'),
  received_too_little: both(
    'The payment provider has received only {amount} {currency}.',
    'Le prestataire de paiement n’a reçu que {amount} {currency}.',
  ),
  received_other_currency: both(
    'The payment provider has received {amount} {currency}, but {owed_currency} is owed.',
    'Le prestataire de paiement a reçu {amount} {currency}, mais le montant dû est en {owed_currency}.',
  ),
});

/** The faults of receipts, invoices, credit notes and payment sources, with those that are common to all services. */
export const faults = {
  ...commonFaults,
  ...chargeFaults,
  ...declareFaults({
    already_closed: rendered(
      ({ status }: { status: string }) => `is already ${status}`,
      ({ status }) => `est déjà ${frenchStatus[status] ?? status}`,
      { status: 'paid' },
    ),
    invoice_void: both(
      'cannot change: the invoice of this receipt is void, so the receipt is credited',
      'ne peut plus changer : la facture de ce reçu est annulée, le reçu fait donc l’objet d’un avoir',
    ),
    nothing_to_invoice: both('is a month without receipts to collect', 'est un mois sans reçus à facturer'),
    several_currencies: both(
      'must say which receipts: there are some in {currencies}',
      'doit préciser lesquels : il y a des reçus en {currencies}',
    ),
    currency_mismatch: both('must be that of the receipt, {currency}', 'doit être celle du reçu, {currency}'),
    not_positive: both('must be more than 0', 'doit dépasser 0'),
    exceeds_remaining_amount: both(
      'is more than what is left of the receipt, which is {amount} {currency}',
      'dépasse ce qui reste du reçu : {amount} {currency}',
    ),
    nothing_to_credit: both('names a receipt of which nothing is left to credit', 'désigne un reçu dont il ne reste rien à créditer'),
    contains_card_number: both(
      'contains a payment card number, which must not be stored here',
      'contient un numéro de carte de paiement, qui ne doit pas être enregistré ici',
    ),
    no_setup_page: both('has no page where a payment source is set up', 'n’a pas de page où enregistrer un moyen de paiement'),
    too_many_setup_pages: both(
      'has {max} pages open already; each closes after an hour',
      'a déjà {max} pages ouvertes ; chacune se ferme après une heure',
    ),
    wrong_origin: both('must begin with {url}', 'doit commencer par {url}'),
    not_a_customer_id: both('is not a customer of Stripe (cus_…)', 'n’est pas un client de Stripe (cus_…)'),
    customer_not_found: both('is not a customer of Stripe', 'n’est pas un client de Stripe'),
    customer_deleted: both('is a customer who was deleted at Stripe', 'est un client supprimé chez Stripe'),
    no_default_payment_method: both(
      'is a customer without a default payment method at Stripe',
      'est un client sans moyen de paiement par défaut chez Stripe',
    ),
    wrong_signature: both(
      'is not a signature of this body by Stripe, or is older than five minutes',
      'n’est pas une signature de ce contenu par Stripe, ou date de plus de cinq minutes',
    ),
  }),
};

const paymentSource = both('The payment source', 'Le moyen de paiement');

/** The fault of a payment source as the failure of a charge. */
export function sourceFailure(fault: Fault<unknown>): Detail {
  const { code, message } = fault('');
  return detailFrom(paymentSource.en, { code, message: `${message}.` });
}

/** Why a charge failed, as a sentence; undefined for a code that this table does not have. */
export function chargeFailure(code: string, params: FaultParams, language: Language): string | undefined {
  const fault = (faults as Readonly<Record<string, object>>)[code];
  if (fault === undefined) return undefined;
  const sentence = sentenceOf(fault, language, params);
  return code in chargeFaults ? sentence : `${paymentSource[language]} ${sentence}.`;
}
