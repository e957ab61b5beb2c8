import { consumerContracts, fromState } from '@partner-ordering/testing/contracts';

const [organization, user] = ['019a0000-0000-7000-8000-0000000000a1', '019a0000-0000-7000-8000-0000000000b1'] as const;

consumerContracts({
  name: 'gateway',
  uses: {
    identity: {
      listMemberships: { given: 'a user', asks: { user: fromState('user', user) }, answers: { organizations: [organization] } },
      issueBrowserToken: {
        given: 'a person who is signed in in a browser',
        asks: { secret: fromState('secret', 'what-only-the-browser-knows'.padEnd(43, '-')) },
        answers: { access_token: 'header.payload.signature', expires_in: 120 },
      },
      noteSeen: { given: 'a user', asks: { users: [fromState('user', user)] }, answers: undefined },
    },
  },
});
