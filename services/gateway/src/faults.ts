import { both, commonFaults, declareFaults } from '@partner-ordering/kernel/faults';

/** The faults that the gateway finds itself, most of them in batches, with those that are common to all services. */
export const faults = {
  ...commonFaults,
  ...declareFaults({
    not_a_list_of_actions: both('must be a list of actions', 'doit être une liste d’actions'),
    not_json_text: both('must be JSON-encoded text or null', 'doit être un texte encodé en JSON, ou null'),
    key_too_long_for_batch: both('must have at most {max} characters for a batch', 'doit avoir au plus {max} caractères pour un lot'),
    nested_batch: both('must not be a batch itself', 'ne doit pas être un lot lui-même'),
    wait_not_allowed: both('must not wait: leave `wait` out of a batch', 'ne doit pas attendre : n’utilisez pas `wait` dans un lot'),
    not_relative: both('must be relative', 'doit être relative'),
    unencoded_or_with_fragment: both('must be percent-encoded and without a fragment', 'doit être encodée en pourcentage et sans fragment'),
    invalid_header: both('contain one that is not valid', 'en contiennent un qui n’est pas valable'),
  }),
};
