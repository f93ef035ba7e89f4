import type { Path } from '../path.ts';

export const PATHS = {
  'trips.generate': ['POST', '/v2/user/triplog/generate', 'reads'],
  'trips.bulk-update': ['PUT', '/user/triplog/bulk'],
  'trips.set-type': ['PUT', '/user/triplog/type'],
  'trips.get': ['GET', '/user/triplog/{id}'],
  'trips.update': ['PUT', '/user/triplog/{id}'],
  'trips.passengers': ['GET', '/user/triplog/{id}/passengers'],
  'trips.save-passengers': ['PUT', '/user/triplog/{id}/passengers'],
  'trips.preview-merge': ['POST', '/user/triplog/merge/preview', 'reads'],
  'trips.merge': ['POST', '/user/triplog/merge'],
  'trips.unmerge': ['POST', '/user/triplog/unmerge'],
  'trips.add-manual': ['POST', '/user/triplog/manual'],
  'trips.remove-manual': ['DELETE', '/user/triplog/manual/{id}'],
  'trips.erase-private': ['POST', '/user/triplog/private/erasure'],
  'trips.history': ['GET', '/user/triplog/{id}/history'],
  'trips.route': ['GET', '/user/triplog/{id}/route'],
  'trips.routes': ['GET', '/user/triplog/routes'],
  'trips.purposes': ['GET', '/user/triplog/purposes'],
  'trips.drivers': ['GET', '/user/triplog/drivers'],
  'trips.projects': ['GET', '/user/triplog/projects'],
  'trips.filter-choices': ['GET', '/user/triplog/filters'],
} as const satisfies Record<string, Path>;
