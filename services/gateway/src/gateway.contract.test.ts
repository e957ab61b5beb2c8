import { consumerContracts, fromState } from '@partner-ordering/testing/contracts';

const [organization, user] = ['019a0000-0000-7000-8000-0000000000a1', '019a0000-0000-7000-8000-0000000000b1'] as const;

consumerContracts({
  name: 'gateway',
  uses: {
    identity: {
      listMemberships: { given: 'a user', asks: { user: fromState('user', user) }, answers: { organizations: [organization] } },
      noteSeen: { given: 'a user', asks: { users: [fromState('user', user)] }, answers: undefined },
    },
  },
});
