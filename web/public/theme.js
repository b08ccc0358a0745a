// Before the first paint: the theme that was chosen, so that nothing flashes. Without a choice the style sheet follows the system.
try {
  const { theme } = JSON.parse(localStorage.getItem("ludarium.settings") ?? "{}");
  if (theme && theme !== "auto") document.documentElement.dataset.theme = theme;
} catch {
  // Nothing is remembered here.
}
