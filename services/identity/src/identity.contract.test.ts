import { consumerContracts, fromState } from '@partner-ordering/testing/contracts';
import { follows, type Followed } from '../generated/events.ts';
import { setUpIdentity } from './fixtures/test-identity.ts';

const avatar = '019a0000-0000-7000-8000-0000000000f1.png';
const [organization, user] = ['a1', 'b1'].map((end) => `019a0000-0000-7000-8000-0000000000${end}`) as [string, string];

consumerContracts({
  name: 'identity',
  start: () => setUpIdentity(),
  follows,
  events: {
    'product.state': { organizations: [organization], is_enabled: true },
    'project.state': { owner: user },
    'budget_account.state': { month: '2026-11', spent_minor: 77_600, currency: 'EUR' },
  } satisfies Followed,
  uses: {
    files: {
      getUploadForm: {
        given: 'a user',
        asks: { user: fromState('user', user) },
        answers: {
          action: 'https://partner-ordering.test/v1/storage',
          method: 'POST',
          enctype: 'multipart/form-data',
          fields: { key: '019a0000-0000-7000-8000-0000000000f1' },
          file_field: 'file',
          max_size: 104_857_600,
          expires_at: '2026-11-07T17:30:00+0000',
        },
      },
      resolveFiles: {
        given: 'a picture that a user has uploaded',
        asks: { user: fromState('user', user), names: [fromState('file', avatar)] },
        answers: {
          files: [
            {
              given: avatar,
              refusal: null,
              is_foreign: false,
              file: {
                path: avatar,
                url: `https://partner-ordering.test/v1/storage/${avatar}`,
                image_url: `https://partner-ordering.test/v1/img/${avatar}`,
                public_image_url: `https://partner-ordering.test/v1/p/img/${avatar}`,
                name: 'me.png',
                content_type: 'image/png',
                size: 70,
              },
            },
          ],
        },
      },
    },
  },
});
