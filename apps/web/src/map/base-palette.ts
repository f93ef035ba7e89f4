import type { MapTheme } from './shapes.ts';

/** Colours of the base map: quiet, so that vehicles and tracks stand out on it. */
export interface BasePalette {
  readonly land: string;
  readonly water: string;
  readonly waterLine: string;
  readonly waterText: string;
  readonly wood: string;
  readonly grass: string;
  readonly builtUp: string;
  readonly industry: string;
  readonly ice: string;
  readonly building: string;
  readonly buildingLine: string;
  readonly motorway: string;
  readonly major: string;
  readonly minor: string;
  readonly path: string;
  readonly casing: string;
  /** Seen on the land in both themes: a road that is not there looks like one that ends. */
  readonly tunnel: string;
  readonly rail: string;
  readonly border: string;
  readonly text: string;
  readonly textSoft: string;
  readonly halo: string;
}

export const BASE_PALETTES: Readonly<Record<MapTheme, BasePalette>> = {
  light: {
    land: '#f4f4ef',
    water: '#c5dae4',
    waterLine: '#b3cdda',
    waterText: '#53798c',
    wood: '#e3ead9',
    grass: '#e8eddd',
    builtUp: '#ebe9e3',
    industry: '#e8e6e4',
    ice: '#fbfcfd',
    building: '#e2dfd7',
    buildingLine: '#d5d1c7',
    motorway: '#f3e2bb',
    major: '#ffffff',
    minor: '#ffffff',
    path: '#d8d2c6',
    casing: '#d3cfc5',
    tunnel: '#c6c0b2',
    rail: '#c6c4bd',
    border: '#9b94a3',
    text: '#39434a',
    textSoft: '#68737a',
    halo: '#f9f9f6',
  },
  dark: {
    land: '#263035',
    water: '#0a1d2c',
    waterLine: '#0d2434',
    waterText: '#7d9dad',
    wood: '#24312d',
    grass: '#26332d',
    builtUp: '#293338',
    industry: '#2a3338',
    ice: '#303a40',
    building: '#2e383e',
    buildingLine: '#364248',
    motorway: '#5c5439',
    major: '#465157',
    minor: '#3a454b',
    path: '#39444a',
    casing: '#1b2226',
    tunnel: '#4d585e',
    rail: '#404a50',
    border: '#6a7581',
    text: '#c3cdd2',
    textSoft: '#95a1a8',
    halo: '#1a2226',
  },
};
