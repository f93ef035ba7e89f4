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
    land: '#1a2125',
    water: '#0c1216',
    waterLine: '#10181d',
    waterText: '#5b7a89',
    wood: '#19221f',
    grass: '#1a231f',
    builtUp: '#1c2327',
    industry: '#1d2327',
    ice: '#222a2f',
    building: '#20282d',
    buildingLine: '#283238',
    motorway: '#4a4431',
    major: '#343e44',
    minor: '#2a3338',
    path: '#2a3237',
    casing: '#12171a',
    tunnel: '#3d474d',
    rail: '#2e373c',
    border: '#56606b',
    text: '#b9c4c9',
    textSoft: '#839097',
    halo: '#12181b',
  },
};
