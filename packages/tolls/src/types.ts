export type TollArea = 'se-stockholm' | 'se-gothenburg' | 'se-infrastructure' | 'no' | 'gb-london' | 'gb-crossings';

/** A place on the road at which a passage is registered. */
export interface ControlPoint {
  readonly latE7: number;
  readonly lonE7: number;
  /** The authority's number of it, or one of our own; unique within its station. */
  readonly id: string;
  /** Which of the area's price tables holds there, where it has several. */
  readonly tariff?: string;
}

/** What a tariff names and a person knows: a bridge, a junction, a ramp. */
export interface Station {
  readonly id: string;
  readonly area: TollArea;
  readonly name: string;
  readonly points: readonly ControlPoint[];
  /** A vehicle that comes this near to one of the points passes. */
  readonly withinM: number;
  /** The position is a rough one: every passage is uncertain. */
  readonly isApproximate: boolean;
  /** The stations that share an hour and a month's ceiling. */
  readonly ring?: string;
  /** The positions are of this year and the station may be gone. */
  readonly asOfYear?: number;
}

/** A ground in which driving costs by the day. */
export interface Zone {
  readonly id: string;
  readonly area: TollArea;
  readonly name: string;
  readonly polygon: readonly (readonly [latE7: number, lonE7: number])[];
  readonly isApproximate: boolean;
  readonly timeZone: string;
  /** Hours of the clock (`HH:mm`) at which a vehicle that is driven in it is told of once more, since the paid hours may begin there. */
  readonly countedAnewAt: readonly string[];
}
