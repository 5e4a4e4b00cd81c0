// Says so where a passkey was not given, and offers none where the browser knows none.

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
