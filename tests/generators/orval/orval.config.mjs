export default {
  ordering: {
    input: '../openapi.json',
    output: { target: 'client/api.ts', client: 'fetch', baseUrl: { getBaseUrlFromSpecification: true } },
  },
};
