import { Redirect } from 'wouter';

export default function HomeScreen() {
  return <Redirect to="/api/model" replace />;
}
