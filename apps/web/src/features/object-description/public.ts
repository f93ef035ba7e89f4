export { objectTypeText } from './model.ts';
export { PictureImage } from './components/picture-image.tsx';
export { faultOf, shrinkPicture } from './shrink-picture.ts';
export { ObjectTab } from './object-tab.tsx';
export { SharedReportScreen } from './shared-report-screen.tsx';
export { TheftTab } from './theft-tab.tsx';
export { useObjectDraft, useTheftDraft } from './use-draft.ts';
