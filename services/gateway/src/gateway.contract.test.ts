import { plainContracts } from '@partner-ordering/testing/contracts';

plainContracts('gateway');
