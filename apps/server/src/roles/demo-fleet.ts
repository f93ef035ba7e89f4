import type { NewUnit } from './demo-units.ts';

/** A unit of the demo: what it is called here, and what its simulated life is (tools/simulator: fleet-file.ts). */
export interface DemoUnit extends NewUnit {
  readonly life: {
    readonly network: string;
    readonly occupation: string;
    readonly traits?: {
      readonly hasIgnition?: boolean;
      readonly towedM?: number;
      readonly supplyV?: number | null;
      readonly eyeSensors?: number;
    };
    readonly codec?: '8' | '8E' | '16';
    readonly transport?: 'tcp' | 'udp';
    readonly order?: 'newest-first' | 'oldest-first';
    readonly lostAckChance?: number;
    readonly towedBy?: string;
  };
  /** Says nothing more from a day after its first report. */
  readonly fallsSilent?: boolean;
}

/** 001 01 is the test network's code, so no tracker in the world has one of these. */
const imei = (n: number): string => String(1_010_900_000_000 + n).padStart(15, '0');
const TRUCK = imei(6);

/** Small enough to know, mixed enough that something moves at any hour and every state of the map occurs. */
export const DEMO_FLEET: readonly DemoUnit[] = [
  {
    imei: imei(1),
    name: 'Service 1',
    registrationNumber: 'KLM 21A',
    symbol: 'van',
    colour: '#2f6fdb',
    department: 'Service',
    life: { network: 'stockholm', occupation: 'service' },
  },
  {
    imei: imei(2),
    name: 'Service 2',
    registrationNumber: 'KLM 34B',
    symbol: 'van',
    colour: '#2f6fdb',
    department: 'Service',
    life: { network: 'stockholm', occupation: 'service', codec: '16' },
  },
  {
    imei: imei(3),
    name: 'Taxi 7',
    registrationNumber: 'TXA 107',
    symbol: 'car',
    colour: '#d98e04',
    department: 'Taxi',
    life: { network: 'stockholm', occupation: 'taxi' },
  },
  {
    imei: imei(4),
    name: 'Taxi 12',
    registrationNumber: 'TXA 112',
    symbol: 'car',
    colour: '#d98e04',
    department: 'Taxi',
    life: { network: 'stockholm', occupation: 'night-taxi', lostAckChance: 0.02 },
  },
  {
    imei: imei(5),
    name: 'Courier Uppsala',
    registrationNumber: 'BUD 55C',
    symbol: 'van',
    colour: '#1f8a5b',
    department: 'Courier',
    life: { network: 'uppland', occupation: 'courier', order: 'newest-first' },
  },
  {
    imei: TRUCK,
    name: 'Truck 301',
    registrationNumber: 'LNG 301',
    symbol: 'truck',
    colour: '#8a3ffc',
    department: 'Haulage',
    life: { network: 'stockholm-goteborg', occupation: 'long-haul' },
  },
  {
    imei: imei(7),
    name: 'Truck 302',
    registrationNumber: 'LNG 302',
    symbol: 'truck',
    colour: '#8a3ffc',
    department: 'Haulage',
    life: { network: 'malmo-goteborg', occupation: 'night-haul', codec: '8' },
  },
  {
    imei: imei(8),
    name: 'Guard Göteborg',
    registrationNumber: 'VKT 08D',
    symbol: 'car',
    colour: '#0f8b9d',
    department: 'Guard',
    life: { network: 'goteborg', occupation: 'patrol' },
  },
  {
    imei: imei(9),
    name: 'Guard Malmö',
    registrationNumber: 'VKT 09E',
    symbol: 'car',
    colour: '#0f8b9d',
    department: 'Guard',
    life: { network: 'malmo', occupation: 'night-patrol', transport: 'udp' },
  },
  {
    imei: imei(10),
    name: 'Bud Oslo',
    registrationNumber: 'EL 40210',
    symbol: 'van',
    colour: '#1f8a5b',
    department: 'Courier',
    life: { network: 'oslo', occupation: 'courier' },
  },
  {
    imei: imei(11),
    name: 'Taxi Oslo',
    registrationNumber: 'EL 40377',
    symbol: 'car',
    colour: '#d98e04',
    department: 'Taxi',
    life: { network: 'oslo', occupation: 'night-taxi' },
  },
  {
    imei: imei(12),
    name: 'Ingrid, Bergen',
    registrationNumber: 'SV 71882',
    symbol: 'car',
    colour: '#c2417a',
    life: { network: 'bergen', occupation: 'commuter' },
  },
  {
    imei: imei(13),
    name: 'M/S Vindö',
    kind: 'boat',
    symbol: 'boat',
    colour: '#1769aa',
    life: { network: 'stockholm-archipelago', occupation: 'boat' },
  },
  {
    imei: imei(14),
    name: 'Excavator 4',
    kind: 'machine',
    symbol: 'excavator',
    colour: '#b5651d',
    department: 'Works',
    life: { network: 'stockholm', occupation: 'machine' },
  },
  {
    imei: imei(15),
    name: 'Plough Kiruna',
    registrationNumber: 'SNO 15F',
    symbol: 'truck',
    colour: '#b5651d',
    department: 'Works',
    life: { network: 'kiruna', occupation: 'plough' },
  },
  {
    imei: imei(16),
    name: 'Cab London',
    registrationNumber: 'LC21 SPO',
    symbol: 'car',
    colour: '#d98e04',
    department: 'Taxi',
    life: { network: 'london', occupation: 'taxi' },
  },
  {
    imei: imei(17),
    name: 'Trailer 88',
    registrationNumber: 'TRL 088',
    symbol: 'trailer',
    colour: '#6f6f6f',
    department: 'Haulage',
    life: { network: 'stockholm-goteborg', occupation: 'long-haul', towedBy: TRUCK, traits: { hasIgnition: false, towedM: 11 } },
  },
  {
    imei: imei(18),
    name: 'Spare car',
    registrationNumber: 'RSV 18G',
    symbol: 'car',
    colour: '#6f6f6f',
    fallsSilent: true,
    life: { network: 'stockholm', occupation: 'commuter' },
  },
];

/** What the driver of the demo may see. */
export const DRIVER_IMEIS: readonly string[] = [imei(1), imei(2), imei(13)];
