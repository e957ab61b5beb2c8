export { both, type Both, type Language, type Sentence } from '../texts/both.ts';
export { commonFaults } from './common.ts';
export {
  declareFaults,
  describedFault,
  detailFrom,
  failureColumns,
  rendered,
  sentenceOf,
  type Detail,
  type Fault,
  type Faults,
  type Rendered,
} from './declare-faults.ts';
export { expectedFormats, type ExpectedFormat, type ExpectedType, type ExpectedValue } from './expected.ts';
export { faultParams, type FaultParams, type Params } from './params.ts';
