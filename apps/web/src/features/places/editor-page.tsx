import type { ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useGo, usePageParams, usePageSearch, useWayBack } from '../../lib/page-link.tsx';
import { PlaceMap } from './components/place-map.tsx';
import { PlaceEditor, type EditorProps } from './editor-screen.tsx';

/** NAV-013: a new place; it may begin with the end of a trip (PLACE-011). */
export function NewPlacePage(): ReactNode {
  const { trip, which } = usePageSearch(ADDRESSES.newPlace);
  return <Editor id={null} trip={trip && which ? { trip_id: Number(trip), which } : null} />;
}

/** NAV-013: a place that is there already. */
export function PlacePage(): ReactNode {
  const { placeID } = usePageParams(ADDRESSES.place);
  return <Editor id={Number(placeID)} trip={null} />;
}

function Editor(props: Pick<EditorProps, 'id' | 'trip'>): ReactNode {
  const go = useGo();
  const toPlaces = (): void => void go({ to: ADDRESSES.places });
  // Whoever came from a trip goes on in the log, which says the name now.
  const back = useWayBack(toPlaces);
  return (
    <PlaceEditor
      {...props}
      onDone={props.trip ? back : toPlaces}
      renderMap={(map) => <PlaceMap {...map} tripId={props.trip?.trip_id ?? null} />}
    />
  );
}
