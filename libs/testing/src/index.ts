export { freePort } from '@partner-ordering/embedded-postgres';
export { eventually } from './eventually.ts';
export { SERVER_URL_VARIABLE, testDatabase, type TestDatabase } from './database.ts';
export { ApiClient, gidOf, type ApiResponse, type RequestOptions } from './api-client.ts';
export { keepOutbox, type KeptEvent } from './kept-outbox.ts';
export { testKeys, tokensOf } from './service-keys.ts';
export { testService, type Answer, type TestService, type TestUser } from './service.ts';
export { checkDocker, images, KAFKA_VARIABLE, kafkaBrokers, startKafka, startS3, type S3Server } from './containers.ts';
