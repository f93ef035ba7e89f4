import { create } from 'qrcode';
import { useMemo, type ReactNode } from 'react';

/** Modules around the code, as its standard asks. */
const QUIET = 4;

/** A QR code as one SVG path: sharp at any size, no canvas and no data address. Always dark on white, for cameras. */
export function QrCode(props: { text: string; label: string; className?: string }): ReactNode {
  const code = useMemo(() => {
    const { modules } = create(props.text, { errorCorrectionLevel: 'M' });
    let path = '';
    for (let row = 0; row < modules.size; row += 1)
      for (let column = 0; column < modules.size; column += 1)
        if (modules.get(row, column)) path += `M${column + QUIET} ${row + QUIET}h1v1h-1z`;
    return { path, size: modules.size + 2 * QUIET };
  }, [props.text]);
  return (
    <svg
      role="img"
      aria-label={props.label}
      viewBox={`0 0 ${code.size} ${code.size}`}
      className={props.className}
      shapeRendering="crispEdges"
    >
      <rect width={code.size} height={code.size} fill="#ffffff" />
      <path d={code.path} fill="#0b1b1f" />
    </svg>
  );
}
