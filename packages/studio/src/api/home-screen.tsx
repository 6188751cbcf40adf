import { Redirect } from 'wouter';

export default function ApiHomeScreen() {
  return <Redirect to="/api/model" replace />;
}
