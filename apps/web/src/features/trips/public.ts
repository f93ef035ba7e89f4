export { readTripSearch, type TripSearch } from './trip-search.ts';
