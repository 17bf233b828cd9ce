void load(CUdevice device, CUmodule *module, const char *image) {
  CUcontext context;
  cuDevicePrimaryCtxRetain(&context, device);
  cuModuleLoadData(module, image);  // expect: cuda-context-not-current
}

void by_name(CUdevice device, CUmodule module) {
  CUcontext context;
  if (driver::call("cuDevicePrimaryCtxRetain", &context, device) != CUDA_SUCCESS) return;
  driver::call("cuModuleUnload", module);  // expect: cuda-context-not-current
}

void by_macro(CUdevice device, CUmodule *module, const char *image) {
  auto load_once = [&]() {
    CUcontext context;
    CALL_DRIVER(cuDevicePrimaryCtxRetain, &context, device);
    CALL_DRIVER(cuModuleLoadDataEx, module, image, 0, nullptr, nullptr);  // expect: cuda-context-not-current
  };
  load_once();
}

void current(CUdevice device, CUmodule *module, const char *image) {
  CUcontext context;
  cuDevicePrimaryCtxRetain(&context, device);
  cuCtxSetCurrent(context);
  cuModuleLoadData(module, image);  // silent: made current
}

void pushed(CUdevice device, CUmodule *module, const char *image) {
  CUcontext context;
  cuDevicePrimaryCtxRetain(&context, device);
  CALL_DRIVER(cuCtxPushCurrent, context);
  cuModuleLoadData(module, image);  // silent: pushed
}

void by_runtime(CUdevice device, CUmodule *module, const char *image) {
  CUcontext context;
  cudaSetDevice(device);
  cuDevicePrimaryCtxRetain(&context, device);
  cuModuleLoadData(module, image);  // silent: the runtime has made it current
}

CUcontext retain(CUdevice device) {
  CUcontext context;
  cuDevicePrimaryCtxRetain(&context, device);  // silent: the caller decides
  return context;
}

void no_context(CUmodule *module, const char *image) {
  cuModuleLoadData(module, image);  // silent: nothing is retained here
}
