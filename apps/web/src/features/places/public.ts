export { readPlaceSearch, type PlaceSearch } from './model.ts';
