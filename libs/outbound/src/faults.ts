import { both, declareFaults } from '@partner-ordering/kernel/faults';

/** The faults of addresses that clients chose. */
export const faults = declareFaults({
  not_a_web_address: both('is no web address', 'n’est pas une adresse web'),
  not_https: both('must begin with https://', 'doit commencer par https://'),
  contains_credentials: both('must not contain a user name or password', 'ne doit contenir ni nom d’utilisateur ni mot de passe'),
  port_not_allowed: both('must not use port {port}', 'ne doit pas utiliser le port {port}'),
  address_not_public: both('leads to an address that is not public', 'mène à une adresse non publique'),
  metadata_address: both('leads to an address that is a metadata address', 'mène à une adresse de métadonnées'),
  // The same for missing and for internal names: nobody learns which internal names exist.
  name_not_resolved: both(
    'is a name that cannot be resolved, or leads to an address that is not public',
    'a un nom introuvable, ou qui mène à une adresse non publique',
  ),
  name_lookup_timed_out: both('is a name that cannot be resolved in time', 'a un nom introuvable à temps'),
  too_many_redirects: both('redirects more than {max} times', 'redirige plus de {max} fois'),
  redirects_nowhere: both('redirects to nowhere', 'redirige vers nulle part'),
  response_too_large: both('is longer than {max} bytes', 'dépasse {max} octets'),
  response_not_decoded: both('is encoded as {found}, which cannot be decoded', 'ne se décode pas ; son encodage est {found}'),
  response_timed_out: both('takes longer than {seconds} s', 'prend plus de {seconds} s'),
  connection_timed_out: both('cannot be reached in time', 'ne répond pas à temps'),
  unreachable: both('cannot be reached, or does not answer as a web server does', 'est injoignable, ou ne répond pas comme un serveur web'),
  certificate_expired: both('has a certificate that has expired', 'a un certificat expiré'),
  certificate_not_yet_valid: both('has a certificate that is not valid yet', 'a un certificat qui n’est pas encore valable'),
  certificate_name_mismatch: both('has a certificate of another name', 'a un certificat d’un autre nom'),
  certificate_authority_unknown: both('has a certificate of an authority that is not known', 'a un certificat d’une autorité inconnue'),
  certificate_chain_incomplete: both(
    'has a certificate without those of its authorities, or of one that is not known',
    'a un certificat sans ceux de ses autorités, ou d’une autorité inconnue',
  ),
});
