import { endpointQuery } from './endpoint-query.ts';
import type { Send } from './send.ts';

/** Which maps the installation offers: the same for every page with a map, and for as long as the page is open. */
export const mapConfigQuery = (send: Send) => ({ ...endpointQuery(send, 'accounts.map-config', {}), staleTime: Infinity });
