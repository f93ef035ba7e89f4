import {
  addPicture,
  arrangePictures,
  getObjectDescription,
  getPicture,
  getTheftPage,
  makeTheftReport,
  removePicture,
  revokeTheftShare,
  saveObjectDescription,
  sharedTheftPdf,
  sharedTheftPicture,
  sharedTheftReport,
  shareTheftReport,
  theftReportPdf,
} from '@spora/contract/object-description/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import * as pictures from './pictures/service.ts';
import * as service from './service.ts';
import * as shares from './shares/service.ts';
import * as theft from './theft/service.ts';

/** Nobody guesses 256 bits; the rate keeps a stranger from making us draw. */
const STRANGERS = { rate: { burst: 40, perSecond: 0.5 } };

/** Binds the description of what a unit sits in, its pictures, and the theft report with its links. */
export function registerObjectDescriptionRoutes(mount: Mount): void {
  mount(getObjectDescription, (ctx, { params }) => service.getDescription(ctx, params.imei));
  mount(saveObjectDescription, (ctx, input) => service.saveDescription(ctx, input));
  mount(addPicture, (ctx, input) => pictures.addPicture(ctx, input), {
    transaction: 'none',
    rate: { burst: 20, perSecond: 0.5 },
  });
  mount(arrangePictures, (ctx, input) => pictures.arrangePictures(ctx, input));
  mount(removePicture, (ctx, { params }) => pictures.removePicture(ctx, params));
  mount(getPicture, (ctx, { params }) => pictures.getPicture(ctx, params));
  mount(getTheftPage, (ctx, { params }) => theft.getPage(ctx, params.imei));
  mount(makeTheftReport, (ctx, input) => theft.makeReport(ctx, input));
  mount(theftReportPdf, (ctx, input, { language }) => shares.readPdf(ctx, input, language));
  mount(shareTheftReport, (ctx, input) => shares.shareReport(ctx, input));
  mount(revokeTheftShare, (ctx, input) => shares.revokeShare(ctx, input));
  mount(sharedTheftReport, (ctx, { body }) => shares.readShared(ctx, body.token), STRANGERS);
  mount(sharedTheftPdf, (ctx, { body }) => shares.readSharedPdf(ctx, body), STRANGERS);
  mount(sharedTheftPicture, (ctx, { body }) => shares.readSharedPicture(ctx, body), STRANGERS);
}
