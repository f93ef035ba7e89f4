export { readTrackingSearch, type TrackingSearch } from './model.ts';
export { TrackingScreen } from './screen.tsx';
