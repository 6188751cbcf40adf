export default function Screen() {
  return <p>Soon.</p>;
}
