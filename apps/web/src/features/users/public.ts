export { AccessScreen } from './access-screen.tsx';
export { NoticeScreen } from './notice-screen.tsx';
export { ProfileScreen } from './profile-screen.tsx';
export { UsersScreen } from './users-screen.tsx';
