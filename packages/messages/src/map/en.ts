/** The map's own controls and fallbacks. */
export const map = {
  MapZoomIn: 'Zoom in',
  MapZoomOut: 'Zoom out',
  MapFitAll: 'Show all units',
  MapFitFiltered: 'Show the filtered units',
  MapMyLocation: 'My location',
  MapMyLocationRefused: 'The browser does not share its location. Allow it in the site settings and try again.',
  MapMyLocationUnavailable: 'Your location could not be found just now.',
  MapFullScreen: 'Full screen',
  MapFullScreenEnd: 'Leave full screen',
  MapMeasure: 'Measure distance',
  MapMeasureEnd: 'Stop measuring',
  MapMeasureHint: 'Click on the map to measure. Backspace removes the last point, Escape ends.',
  MapControls: 'Map controls',
  MapAttribution: 'Sources of the map',
  MapNeedsWebGl: 'The map cannot be drawn',
  MapNeedsWebGlText:
    'This browser has no WebGL 2, or it is switched off. The list beside the map shows the same units. Try another browser, or turn on hardware acceleration in its settings.',
  MapFailed: 'The map could not be loaded',
  MapFailedText: 'Check the connection and try again. The list shows the same units.',
  MapTryAgain: 'Try again',
} as const;
