export { tellWebhooks } from './events/service.ts';
