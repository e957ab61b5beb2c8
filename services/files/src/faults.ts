import { both, commonFaults, declareFaults, rendered } from '@partner-ordering/kernel/faults';

type Room = { readonly bytes_left: number; readonly max: number; readonly quota_of: string };

/** The faults of files, upload forms and paths, with those that are common to all services. */
export const faults = {
  ...commonFaults,
  ...declareFaults({
    not_a_file_path: both('must be the path of a file', 'doit être le chemin d’un fichier'),
    not_a_file_reference: both('must be the path or the address of a file', 'doit être le chemin ou l’adresse d’un fichier'),
    foreign_file_address: both(
      'must be the address of a file here; a signed address must have our signature',
      'doit être l’adresse d’un fichier de ce service ; une adresse signée doit porter notre signature',
    ),
    mislabeled_image: both('is not an image, although its name or type says so', 'n’est pas une image, malgré son nom ou son type'),
    image_not_readable: both('is an image that cannot be read: {name}', 'est une image illisible : {name}'),
    too_many_pixels: both('must have at most {max} pixels', 'doit avoir au plus {max} pixels'),
    form_already_used: both(
      'was used for another file; a form uploads only one',
      'a déjà servi à un autre fichier ; un formulaire n’en envoie qu’un',
    ),
    quota_full: rendered(
      ({ bytes_left: left, max, quota_of: of }: Room) =>
        `cannot become a file until others are removed: ${left} of ${max} bytes are left for the ${of}`,
      ({ bytes_left: left, max, quota_of: of }) =>
        `ne peut pas devenir un fichier tant que d’autres ne sont pas supprimés : il reste ${left} octets sur ${max} à l’${of === 'user' ? 'utilisateur' : 'organisation'}`,
      { bytes_left: 512, max: 1_048_576, quota_of: 'user' },
    ),
    file_not_last: both('must have the file as its last part', 'doit se terminer par le fichier'),
    file_in_wrong_field: both('must have the file in the field "file"', 'doit avoir le fichier dans le champ "file"'),
    several_files: both('must have only one file', 'ne doit avoir qu’un fichier'),
    file_missing: both('must have a file', 'doit avoir un fichier'),
    file_too_late: both('must have the file within its first {max} bytes', 'doit avoir le fichier dans ses {max} premiers octets'),
    form_incomplete: both('is not a complete form', 'n’est pas un formulaire complet'),
    not_a_form: both('must be multipart/form-data with a boundary', 'doit être multipart/form-data avec un boundary'),
  }),
};
