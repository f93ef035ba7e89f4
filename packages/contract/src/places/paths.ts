import type { Path } from '../path.ts';

export const PATHS = {
  'places.save': ['POST', '/user/places/save'],
  'places.list': ['GET', '/user/places/list'],
  'places.preview': ['POST', '/user/places/preview', 'reads'],
  'places.draft': ['GET', '/user/places/draft'],
  'places.import': ['POST', '/administration/places/import'],
  'places.export': ['GET', '/user/places/download/{format}', 'writes'],
  'places.get': ['GET', '/user/places/{id}'],
  'places.update': ['PUT', '/user/places/{id}'],
  'places.remove': ['DELETE', '/user/places/{id}'],
  'places.undo-save': ['DELETE', '/user/places/{id}/saved'],
  'places.set-status': ['PUT', '/user/places/{id}/status'],
  'places.rules': ['GET', '/user/places/{id}/rules'],
  'places.save-rules': ['PUT', '/user/places/{id}/rules'],
  'places.schedule': ['GET', '/user/places/{id}/schedule'],
  'places.save-schedule': ['PUT', '/user/places/{id}/schedule'],
  'places.save-address': ['POST', '/user/triplog/save-address'],
} as const satisfies Record<string, Path>;
