import {
  correctToll,
  reviewTolls,
  undoTollReview,
  tollPassage,
  tollReport,
  tollsOfTrips,
  tollStations,
  undoTollCorrection,
} from '@spora/contract/tolls/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import * as corrections from './corrections.ts';
import { readPassage } from './passage.ts';
import * as reviews from './reviews.ts';
import * as service from './service.ts';
import { tollsOfTrips as readTollsOfTrips } from './trip-tolls.ts';

export function registerTollsRoutes(mount: Mount): void {
  mount(tollReport, (ctx, input) => service.tollReport(ctx, input));
  mount(tollPassage, readPassage);
  mount(tollsOfTrips, readTollsOfTrips);
  mount(tollStations, () => service.listStations());
  mount(correctToll, (ctx, input) => corrections.correct(ctx, input));
  mount(reviewTolls, reviews.review);
  mount(undoTollReview, reviews.undoReview);
  mount(undoTollCorrection, (ctx, input) => corrections.undo(ctx, input));
}
