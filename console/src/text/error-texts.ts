import { bilingual, both } from '@partner-ordering/kernel/texts';

/** Why a request failed, by the `reason` of the API's error; `needs_manager` by its `needs`. */
export const reasonTexts = bilingual({
  invalid: both('The service does not accept this.', 'Le service n’accepte pas ceci.'),
  forbidden: both('You are not allowed to do this.', 'Vous n’y êtes pas autorisé.'),
  needs_manager: both('A manager of your organization can do this.', 'Un gestionnaire de votre organisation peut le faire.'),
  not_found: both('This does not exist, or is not yours to see.', 'Ceci n’existe pas, ou ne vous est pas accessible.'),
  too_slow: both('The request took too long to arrive. Try again.', 'La demande a mis trop longtemps à arriver. Réessayez.'),
  in_progress: both('This request is already running.', 'Cette demande est déjà en cours.'),
  gone: both('This is no longer kept.', 'Ceci n’est plus conservé.'),
  changed: both('This has changed meanwhile. Reload it before you go on.', 'Ceci a changé entre-temps. Relisez avant de continuer.'),
  too_large: both('This is too large to send.', 'L’envoi est trop volumineux.'),
  too_many_requests: both('Too many requests. Try again in a moment.', 'Trop de demandes. Réessayez dans un instant.'),
  quota_full: both(
    'The space for files is used up. Remove files, or try again later.',
    'L’espace des fichiers est épuisé. Retirez-en, ou réessayez plus tard.',
  ),
  internal: both('Something went wrong on our side.', 'Une erreur s’est produite de notre côté.'),
  unavailable: both('The service is not available at the moment.', 'Le service est momentanément indisponible.'),
  timed_out: both(
    'The service did not answer in time; the request may have been carried out.',
    'Le service n’a pas répondu à temps ; la demande a peut-être abouti.',
  ),
});

/** The fields that an error names though the form does not show them, by the last name of their path. */
export const fieldTexts = bilingual({
  amount: both('Amount', 'Montant'),
  currency: both('Currency', 'Devise'),
  email: both('Email address', 'Adresse e-mail'),
  file: both('File', 'Fichier'),
  options: both('Options', 'Options'),
  organization: both('Organization', 'Organisation'),
  price: both('Price', 'Prix'),
  product: both('Product', 'Produit'),
  project: both('Order', 'Commande'),
  quantity: both('Quantity', 'Quantité'),
  receipt: both('Receipt', 'Reçu'),
  state: both('Order', 'Commande'),
  status: both('Status', 'Statut'),
  title: both('Title', 'Titre'),
  url: both('Address', 'Adresse'),
  user: both('Person', 'Personne'),
  worker: both('Creative', 'Créatif'),
});
