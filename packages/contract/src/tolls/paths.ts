import type { Path } from '../path.ts';

export const PATHS = {
  'tolls.report': ['POST', '/user/triplog/report/congestion', 'reads'],
  'tolls.passage': ['GET', '/user/triplog/report/congestion/passage'],
  'tolls.of-trips': ['POST', '/user/triplog/congestion/trips', 'reads'],
  'tolls.stations': ['GET', '/user/triplog/report/congestion/stations'],
  'tolls.correct': ['POST', '/administration/triplog/congestion/corrections'],
  'tolls.undo-correction': ['DELETE', '/administration/triplog/congestion/corrections/{id}'],
  'tolls.review': ['POST', '/administration/triplog/congestion/corrections/several'],
  'tolls.undo-review': ['POST', '/administration/triplog/congestion/corrections/taken-back'],
} as const satisfies Record<string, Path>;
