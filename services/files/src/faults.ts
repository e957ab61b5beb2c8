import { both, commonFaults, declareFaults, rendered } from '@partner-ordering/kernel/faults';

type Room = { readonly left: number; readonly max: number; readonly of: string };

/** The faults of files, upload forms and paths, with those that are common to all services. */
export const faults = {
  ...commonFaults,
  ...declareFaults({
    not_a_path: both('must be the path of a file', 'doit être le chemin d’un fichier'),
    not_a_path_or_address: both('must be the path or the address of a file', 'doit être le chemin ou l’adresse d’un fichier'),
    address_of_another_site: both(
      'must be the address of a file here; a signed address must have our signature',
      'doit être l’adresse d’un fichier de ce service ; une adresse signée doit porter notre signature',
    ),
    no_such_file: both('there is no such file', 'n’est pas un fichier connu'),
    mislabeled_image: both('is not an image, although its name or type says so', 'n’est pas une image, malgré son nom ou son type'),
    image_not_readable: both('is an image that cannot be read: {name}', 'est une image illisible : {name}'),
    too_many_pixels: both('must have at most {max} pixels', 'doit avoir au plus {max} pixels'),
    form_used_before: both(
      'was used for another file; a form uploads only one',
      'a déjà servi à un autre fichier ; un formulaire n’en envoie qu’un',
    ),
    no_room_left: rendered(
      ({ left, max, of }: Room) => `cannot become a file until others are removed: ${left} of ${max} bytes are left for the ${of}`,
      ({ left, max, of }) =>
        `ne peut pas devenir un fichier tant que d’autres ne sont pas supprimés : il reste ${left} octets sur ${max} à l’${of === 'user' ? 'utilisateur' : 'organisation'}`,
      { left: 512, max: 1_048_576, of: 'user' },
    ),
    file_not_last: both('must have the file as its last part', 'doit se terminer par le fichier'),
    file_in_another_field: both('must have the file in the field "file"', 'doit avoir le fichier dans le champ "file"'),
    several_files: both('must have only one file', 'ne doit avoir qu’un fichier'),
    file_missing: both('must have a file', 'doit avoir un fichier'),
    file_too_far_behind: both('must have the file within its first {max} bytes', 'doit avoir le fichier dans ses {max} premiers octets'),
    form_incomplete: both('is not a complete form', 'n’est pas un formulaire complet'),
    not_a_form: both('must be multipart/form-data with a boundary', 'doit être multipart/form-data avec un boundary'),
  }),
};
