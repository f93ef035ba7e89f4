export interface GeoAddress {
  readonly label: string;
  readonly city?: string;
  readonly countryCode?: string;
  readonly lat: number;
  readonly lon: number;
  /** True for "near Solna": the nearest place, not an address. */
  readonly isApproximate: boolean;
  readonly providerId: string;
}

/** Addresses by point and by text. Real adapters: Photon, Nominatim; built in: the nearest place. */
export interface Geocoder {
  readonly id: string;
  reverse(point: { lat: number; lon: number }, options: { language: string; signal?: AbortSignal }): Promise<GeoAddress | null>;
  search(
    text: string,
    options: { language: string; near?: { lat: number; lon: number }; limit: number; signal?: AbortSignal },
  ): Promise<GeoAddress[]>;
}

/** The outside world. Each port has a real adapter and a recording fake; nothing else is ever faked. */
export interface Ports {
  readonly geocoder: {
    /** The configured provider, guarded by its rate limit; absent when none is configured. */
    readonly provider?: Geocoder;
    /** The nearest place of the built-in table: needs no network and never fails. */
    readonly builtIn: Geocoder;
  };
}
