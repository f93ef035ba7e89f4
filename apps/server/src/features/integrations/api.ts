export { tellWebhooks, tellWebhooksLater } from './events/service.ts';
