export { ProfileScreen } from './profile-screen.tsx';
export { UsersScreen } from './users-screen.tsx';
