// season.js - checks the signature of a season's final table with Ed25519 of the browser.
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));

async function check(season) {
  const { final } = await (await fetch(`/api/v1/seasons/${season}`)).json();
  const key = await crypto.subtle.importKey("raw", bytes(final.key), "Ed25519", false, ["verify"]);
  return crypto.subtle.verify("Ed25519", key, bytes(final.signature), new TextEncoder().encode(final.table));
}

const root = document.getElementById("signature"), button = root?.querySelector("button");
if (root) {
  root.hidden = false;
  button.addEventListener("click", async () => {
    const words = root.querySelector("[role=status]");
    try {
      words.textContent = (await check(root.dataset.season)) ? "The signature fits the table and the key." : "The signature does NOT fit: the table was changed.";
    } catch (error) {
      words.textContent = `Not checked: this browser has no Ed25519 here (${error.message}).`;
    }
  });
}
