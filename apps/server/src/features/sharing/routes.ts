import {
  listShareLinks,
  makeShareLink,
  previewShareLink,
  revokeShareLink,
  watchShareLink,
} from '@spora/contract/sharing/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import type { LinkTo } from '../../platform/mail/links.ts';
import * as service from './service.ts';
import { watchLink } from './watching.ts';

/** Nobody guesses 256 bits; a page asks every 12 seconds, and several people may look from behind one address. */
const STRANGERS = { rate: { burst: 40, perSecond: 1 } };

/** Binds links to where units are. */
export function registerSharingRoutes(mount: Mount, linkTo: LinkTo): void {
  mount(listShareLinks, (ctx) => service.listLinks(ctx, linkTo));
  mount(makeShareLink, (ctx, input) => service.makeLink(ctx, input, linkTo));
  mount(previewShareLink, (ctx, { body }) => service.previewLink(ctx, body));
  mount(revokeShareLink, (ctx, { params }) => service.revokeLink(ctx, params.id));
  mount(watchShareLink, (ctx, { body }) => watchLink(ctx, body), STRANGERS);
}
