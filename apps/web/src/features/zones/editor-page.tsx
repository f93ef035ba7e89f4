import type { ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useGo, usePageParams } from '../../lib/page-link.tsx';
import { ZoneEditor } from './editor-screen.tsx';
import { CircleMap } from './public/circle-map.tsx';

/** NAV-012, GEO-010: a new zone. */
export function NewZonePage(): ReactNode {
  return <Editor id={null} />;
}

/** NAV-012, GEO-010: a zone that is there already. */
export function ZonePage(): ReactNode {
  const { geofenceID } = usePageParams(ADDRESSES.geofence);
  return <Editor id={Number(geofenceID)} />;
}

function Editor({ id }: { id: number | null }): ReactNode {
  const go = useGo();
  return (
    <ZoneEditor
      id={id}
      // What was saved is marked in the list, and the map shows it.
      onDone={(zone) => void go({ to: ADDRESSES.geofences, search: zone === undefined ? {} : { zone } })}
      renderMap={(map) => <CircleMap {...map} />}
    />
  );
}
