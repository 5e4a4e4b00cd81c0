// Says so where a passkey was not given, and offers none where the browser knows none. A button that
// needs one can be pressed as soon as there is a script that hears it, and not before.

const trouble = document.getElementById("passkey-trouble");

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  trouble?.removeAttribute("hidden");
});

if (!("PublicKeyCredential" in window)) {
  for (const each of document.querySelectorAll("[data-needs-passkey]")) {
    each.setAttribute("hidden", "");
  }
}

window.addEventListener("load", () => {
  for (const each of document.querySelectorAll("button[data-needs-passkey]")) {
    each.removeAttribute("disabled");
  }
});
