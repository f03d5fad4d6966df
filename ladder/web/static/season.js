// season.js - checks the signature of a season's final table with Ed25519 of the browser.
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));

async function check(season) {
  const { final } = await (await fetch(`/api/v1/seasons/${season}`)).json();
  const key = await crypto.subtle.importKey("raw", bytes(final.key), "Ed25519", false, ["verify"]);
  return crypto.subtle.verify("Ed25519", key, bytes(final.signature), new TextEncoder().encode(final.table));
}

// Some browsers have no Ed25519, and none has it on a page from another machine without TLS. Then the page says that the
// signature cannot be checked.
const able = async () => {
  try {
    await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]);
    return true;
  } catch {
    return false;
  }
};

async function words(season) {
  if (!(await able())) return `It cannot be checked in this browser${isSecureContext ? ", which has no Ed25519" : ": the page must come by https"}. avondale ladder season verify checks it elsewhere.`;
  try {
    return (await check(season)) ? "The signature is valid for this table and key." : "The signature is NOT valid: the table was changed.";
  } catch (error) {
    return `The signature could not be read: ${error.message}.`;
  }
}

const root = document.getElementById("signature");
if (root) {
  root.hidden = false;
  root.querySelector("button").addEventListener("click", async () => {
    root.querySelector("[role=status]").textContent = await words(root.dataset.season);
  });
}
