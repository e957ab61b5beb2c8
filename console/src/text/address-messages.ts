/** What the API says of an address, read after that. */
export const frenchAddressFaults: Readonly<Record<string, string>> = {
  'must begin with https://': 'doit commencer par https://',
  'is no web address': 'n’est pas une adresse web',
  'must not contain a user name or password': 'ne doit contenir ni nom d’utilisateur ni mot de passe',
  'must not use port {}': 'ne doit pas utiliser le port $1',
  'is a name that cannot be resolved, or leads to an address that is not public':
    'a un nom introuvable, ou qui mène à une adresse non publique',
  'leads to an address that {}': 'mène à une adresse non publique',
  'is a name that cannot be resolved in time': 'a un nom introuvable à temps',
  'redirects more than {} times': 'redirige plus de $1 fois',
  'redirects to nowhere': 'redirige vers nulle part',
  'takes longer than {} s': 'prend plus de $1 s',
  'is answered with status {}': 'reçoit la réponse $1',
  'is not set': 'n’est pas indiquée',
  'is not set for this organization': 'n’est pas indiquée pour cette organisation',
  'cannot be reached in time': 'ne répond pas à temps',
  'cannot be reached, or does not answer as a web server does': 'est injoignable, ou ne répond pas comme un serveur web',
  'has a certificate that has expired': 'a un certificat expiré',
  'has a certificate of another name': 'a un certificat d’un autre nom',
  'has a certificate of an authority that is not known': 'a un certificat d’une autorité inconnue',
  'has a certificate that is not valid yet': 'a un certificat qui n’est pas encore valable',
  'has a certificate without those of its authorities, or of one that is not known':
    'a un certificat sans ceux de ses autorités, ou d’une autorité inconnue',
};
